/**
 * What two lines have in common that read alike: no case, and nothing that shows nothing by itself, but the letters of a flag.
 * The database's `fold()` leaves out the same and, for searches, accents as well: what is one here is one there.
 */
export const comparedText = (line: string): string =>
  line
    .replace(/(?![\u{E0020}-\u{E007F}])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
