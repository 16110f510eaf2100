/** `1234.50` as `1,234.50`. Every page shows some, and the first use of `Intl` holds a slow phone up for tens of milliseconds. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',')
