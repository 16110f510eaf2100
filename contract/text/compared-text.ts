/** What two lines have in common that read alike: no case, and nothing that shows nothing by itself. */
export const comparedText = (line: string): string =>
  line
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
