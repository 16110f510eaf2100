import type { Page } from '@playwright/test'

/** Counts clicks, taps and Enter on all pages of a tab from the start on. What the browser's own windows take is said by the test. */
export async function countPresses(page: Page) {
  let elsewhere = 0
  await page.addInitScript(() => {
    const count = () =>
      sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses') ?? 0) + 1))
    addEventListener('pointerdown', count, true)
    addEventListener('keydown', (event) => event.key === 'Enter' && count(), true)
  })
  return {
    start: () => page.evaluate(() => sessionStorage.setItem('presses', '0')),
    also(count: number) {
      elsewhere += count
    },
    all: async () => elsewhere + (await page.evaluate(() => Number(sessionStorage.getItem('presses') ?? 0))),
  }
}
