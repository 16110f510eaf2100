/** A plain JSON value with every text in it changed. */
export function eachText<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value & string // a text stays one
  if (Array.isArray(value)) return value.map((each) => eachText(each, change)) as Value & unknown[]
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, eachText(each, change)])
  return Object.fromEntries(entries) as Value & object // with the same keys
}
