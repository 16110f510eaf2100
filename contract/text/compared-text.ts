/** What two lines have in common that read alike: no case, and nothing that shows nothing by itself, but the letters of a flag. */
export const comparedText = (line: string): string =>
  line
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?![\u{E0020}-\u{E007F}])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
