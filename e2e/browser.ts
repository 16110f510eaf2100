/** The browser of the tests: CHROMIUM_PATH, or the one that npm brings along. */
process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x' // makes the package unpack the libraries it needs as well
const { default: chromium } = await import('@sparticuz/chromium')

export const executablePath: string = process.env.CHROMIUM_PATH ?? (await chromium.executablePath())
export const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
