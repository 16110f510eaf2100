/**
 * The common form of two lines that read alike: without case, and without invisible characters, except the letters of a flag.
 * The database's `fold()` drops the same and, for searches, also accents: lines equal here are equal there.
 */
export const comparedText = (line: string): string =>
  line
    .replace(/(?![\u{E0020}-\u{E007F}])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
