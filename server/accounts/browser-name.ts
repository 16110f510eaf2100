import bowser from 'bowser'

/** `Firefox on Windows` for what a browser says of itself; empty when it cannot be told. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = bowser.parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(' on ')
}
