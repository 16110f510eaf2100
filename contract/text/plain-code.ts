/** A code typed on any keyboard: full-width letters and the digits of every script become ASCII. */
export const plainCode = (typed: string): string =>
  typed.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))

/** Unicode keeps the ten digits of a script in a row, starting with zero, and adjacent rows are complete. */
function digitValue(digit: string): number {
  const at = digit.codePointAt(0) ?? 0
  let zero = at
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (at - zero) % 10
}
