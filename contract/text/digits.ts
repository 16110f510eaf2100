/** `1234.50` as `1,234.50`. Almost every page needs it, and the first use of `Intl` blocks a slow phone for tens of milliseconds. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',')

/** `12,345` */
export const showCount = (count: number): string => grouped(String(count))

/** `1 game`, `2,000 games` */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${showCount(count)} ${count === 1 ? one : many}`
