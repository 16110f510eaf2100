/** Pages that the browser translates. A text is then found by what it says in English, whatever its case. */
import type { BrowserContext } from '@playwright/test'
import { translatePage } from '../web/app/testing/translator.ts'

/** `at-once`: before React has taken the page up, as on a slow phone. The other one is an event of the page. */
type When = 'at-once' | 'scripts-came'

/** Translates each page that is opened from now on, in all tabs. */
export async function translatePages(context: BrowserContext, when: When = 'scripts-came'): Promise<void> {
  const start = when === 'at-once' ? `(${translatePage})()` : `addEventListener('${when}', ${translatePage})`
  await context.addInitScript({ content: start })
}
