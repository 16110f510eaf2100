import type { Locator, Page } from '@playwright/test'
import { aPicture, createGame } from '../../server/testing/fixtures/game-form.ts'
import {
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  holdBack,
  logIn,
  openAs,
  press,
  test,
} from '../shop.ts'
import { aTitle, callerAs, pictureFile, unfold } from './a-game.ts'

const DEVELOPER = 'developer@example.test'

const LINK = 'target="_blank" rel="nofollow noopener noreferrer"'

const textOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Description' })
const tool = (page: Page, name: string): Locator =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
const showSource = (page: Page) => page.getByRole('button', { name: 'HTML source' }).click()
const showRich = (page: Page) => page.getByRole('button', { name: 'Rich', exact: true }).click()

/** The description's HTML, as HTML mode shows it, on one line. */
async function sourceOf(page: Page): Promise<string> {
  await showSource(page)
  await expect(page.locator('.cm-content')).toBeVisible()
  const isEmpty = await page.locator('.cm-placeholder').isVisible()
  const lines = isEmpty ? [] : await page.locator('.cm-line').allTextContents()
  await showRich(page)
  return lines.join('')
}

async function focusText(page: Page) {
  await textOf(page).focus()
  await textHasFocus(page)
}

async function textHasFocus(page: Page) {
  await expect(textOf(page)).toBeFocused()
  await selectionIsKnown(page)
}

/**
 * The editor learns of a new selection in a task of its own, which a busy browser puts behind the next key, and restores
 * its own 20 ms after it got the focus. Nobody types so fast; a timer that is set later ends later than both.
 */
function selectionIsKnown(page: Page) {
  return page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)))
}

async function writeSource(page: Page, html: string) {
  await showSource(page)
  await expect(page.locator('.cm-content')).toBeVisible()
  await textOf(page).fill(html)
}

async function newGame(page: Page) {
  await openAs(page, DEVELOPER, '/create-game')
  await expect(tool(page, 'Bold')).toBeVisible()
}

/** Publishes a game of the demo's developer, and returns its id. */
async function publish(description: string): Promise<string> {
  const { body, status, text } = await createGame(await callerAs(DEVELOPER, DEMO_PASSWORD), {
    title: aTitle('Words'),
    description,
  })
  expect(status, text).toBe(200)
  return body._id
}

test('A description is written by keyboard alone and becomes plain HTML', async ({ page }) => {
  await newGame(page)
  await focusText(page)
  await page.keyboard.type('A crossing.')
  await press(page, 'Enter', 'Control+Alt+2')
  await expect(tool(page, 'Heading 2')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('What you do')
  await page.keyboard.press('Enter')

  await page.keyboard.press('Shift+Tab')
  await expect(tool(page, 'Bold')).toBeFocused()
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('ArrowRight')
  await expect(tool(page, 'Bulleted list')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tool(page, 'Bulleted list')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await textHasFocus(page)
  await page.keyboard.type('Row')
  await press(page, 'Enter', 'Control+b')
  await page.keyboard.type('Steer')
  await expectAccessibleAtBothWidths(page)

  expect(await sourceOf(page)).toBe(
    '<p>A crossing.</p><h2>What you do</h2><ul><li><p>Row</p></li><li><p><strong>Steer</strong></p></li></ul>',
  )
})

test('A link of a description leads to a website or an email address', async ({ page }) => {
  await newGame(page)
  await focusText(page)
  await page.keyboard.type('Read more')
  await page.keyboard.press('Control+a')
  await selectionIsKnown(page)
  await page.keyboard.press('Control+k')
  const address = page.getByLabel('Address')
  await expect(address).toBeFocused()
  await address.fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Use an address like https://example.com')).toBeVisible()
  await expectAccessible(page)
  await address.fill('example.com/more')
  await page.keyboard.press('Enter')
  await textHasFocus(page)
  await page.keyboard.press('End')
  await selectionIsKnown(page)
  await page.keyboard.type(', or ask ')
  await page.keyboard.press('Control+k')
  await address.fill('june@example.com')
  await page.keyboard.press('Enter')
  await textHasFocus(page)
  await page.keyboard.type('.')
  expect(await sourceOf(page)).toBe(
    `<p><a ${LINK} href="https://example.com/more">Read more</a>, or ask <a ${LINK} href="mailto:june@example.com">june@example.com</a>.</p>`,
  )

  await page.getByText('Read more').click()
  await tool(page, 'Link').click()
  await expect(address).toHaveValue('https://example.com/more')
  await page.getByRole('button', { name: 'Remove link' }).click()
  expect(await sourceOf(page)).toMatch(/^<p>Read more, or ask <a /)
})

test('Pictures are picked, pasted, dropped and described, and failures say so', async ({ page }) => {
  await newGame(page)
  await focusText(page)
  await page.route('**/api/upload/desc-image', (route) => route.abort())
  await page.getByLabel('Images for the description').setInputFiles(await pictureFile())
  await expect(page.getByText('Failed to upload image.')).toBeVisible()
  await page.unroute('**/api/upload/desc-image')
  await page
    .getByLabel('Images for the description')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await expect(page.getByText('Only image files are allowed.')).toBeVisible()
  await expect(textOf(page).locator('img[src], .picture-placeholder')).toHaveCount(0)
  expect(await sourceOf(page)).toBe('')

  await focusText(page)
  await page.keyboard.type('Look: ')
  await page.getByLabel('Images for the description').setInputFiles(await pictureFile())
  await expect(textOf(page).locator('img[src]')).toHaveCount(1)
  await textOf(page).locator('img[src]').click()
  await page.getByLabel('Alternative text').fill('A ferry in fog')
  await focusText(page)
  await page.keyboard.press('ControlOrMeta+End')
  await give(page, 'paste')
  await expect(textOf(page).locator('img[src]')).toHaveCount(2)
  await give(page, 'drop')
  await expect(textOf(page).locator('img[src]')).toHaveCount(3)
  const html = await sourceOf(page)
  expect(html.match(/<img src="\/uploads\/[a-z0-9/._-]+"/g)).toHaveLength(3)
  expect(html).toContain('alt="A ferry in fog"')
  expect(html).not.toContain('Uploading')
})

test('A picture is inserted into HTML at the cursor, and saving waits for it', async ({ page }) => {
  await newGame(page)
  await writeSource(page, '<p>Before</p>')
  await textOf(page).press('Control+End')
  const arrive = await holdBack(page, '**/api/upload/desc-image')
  await page.getByLabel('Images for the description').setInputFiles(await pictureFile())
  await expect(page.getByText('1 upload in progress. You can save when it finishes.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Game', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectAccessible(page)
  arrive()
  await expect(page.locator('.cm-content')).toHaveText(
    /^<p>Before<\/p><img src="\/uploads\/[a-z0-9/._-]+" alt="">$/,
  )
  await expect(page.getByText('1 upload in progress')).toHaveCount(0)
})

test('Pasted text keeps what is allowed and no pictures of other sites', async ({ page }) => {
  await newGame(page)
  await focusText(page)
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'x')
    data.setData(
      'text/html',
      '<table><tr><td style="color:red"><b onclick="x()">Bold</b> <code>code</code></td></tr></table><img src="https://a.test/x.png"><h5>Five</h5><p class="x"><a href="javascript:x()">bad</a> <a href="https://a.test" title="t">good</a></p>',
    )
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  const html = await sourceOf(page)
  expect(html).toContain('<strong>Bold</strong> code')
  expect(html).toContain(`bad <a ${LINK} href="https://a.test">good</a>`)
  expect(html).not.toMatch(/img|style|class|onclick|javascript|table|h5|title/)
})

test('HTML that rich mode cannot keep warns first, and Tab leaves the editor', async ({ page }) => {
  await newGame(page)
  await writeSource(page, '<!doctype html><div class="lead"><p>Kept</p></div><script>x()</script>')
  await showRich(page)
  await expect(page.getByText('Rich mode cannot keep: doctype, div, class, script.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'HTML source' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)

  await textOf(page).fill('<p>Kept</p>')
  await expect(page.getByText('Rich mode cannot keep')).toBeHidden()
  await textOf(page).fill('<div class="lead"><p>Kept</p></div><table><tr><td>too</td></tr></table>')
  await showRich(page)
  await page.getByRole('button', { name: 'Force convert to Rich (lossy)' }).click()
  await expect(tool(page, 'Bold')).toBeVisible()
  expect(await sourceOf(page)).toBe('<p>Kept</p><p>too</p>')

  await writeSource(page, '<p>a</p>')
  await page.keyboard.press('Tab')
  await expect(textOf(page)).not.toBeFocused()
  await showRich(page)
  expect(await sourceOf(page)).toBe('<p>a</p>')
})

test('Opening a game changes nothing, and unsupported markup opens as HTML', async ({ page }) => {
  await logIn(page, DEVELOPER)
  const listed = await publish('<h1>One</h1><ul><li>a<br>b</li></ul>')
  await page.goto(`/create-game/${listed}`)
  await unfold(page, 'description')
  await expect(textOf(page).getByText('One')).toBeVisible()
  expect(await sourceOf(page)).toBe('<h1>One</h1><ul><li>a<br>b</li></ul>')
  await page.getByRole('link', { name: 'Games', exact: true }).first().click()
  await expect(page).toHaveURL(/:\d+\/$/)

  const styled = await publish('<div class="lead">One</div>')
  await page.goto(`/create-game/${styled}`)
  await unfold(page, 'description')
  await expect(page.locator('.cm-content')).toHaveText('<div class="lead">One</div>')
})

test('A description can be written while the editor loads or after it failed', async ({ page, faults }) => {
  const arrive = await holdBack(page, '**/assets/rich-editor-*.js')
  await logIn(page, DEVELOPER)
  // A script that comes within 300 ms of its stand-in is drawn at once but shown when they are over. By this clock, always.
  await page.addInitScript(() => {
    performance.now = () => 1_000
  })
  await page.goto('/create-game')
  const height = async () => (await page.getByText('Paste or drop images').boundingBox())?.y
  await textOf(page).fill('<p>Early</p>')
  await page.evaluate(() => scrollTo(0, 0))
  const before = await height()
  arrive()
  await expect(tool(page, 'Bold')).toBeVisible()
  await textHasFocus(page)
  await page.evaluate(() => scrollTo(0, 0))
  expect(await height()).toBe(before)
  expect(await sourceOf(page)).toBe('<p>Early</p>')

  await page.unroute('**/assets/rich-editor-*.js')
  await page.route('**/assets/rich-editor-*.js', (route) => route.abort())
  await page.goto('/create-game')
  await expect(page.getByText('A part of this page did not load.', { exact: true })).toBeVisible()
  await textOf(page).fill('<p>Plain</p>')
  await expect(textOf(page)).toHaveValue('<p>Plain</p>')
  faults.length = 0 // the browser reports the script that did not load
})

test('E4 A description covers nothing outside its box', async ({ page }) => {
  await logIn(page, DEVELOPER)
  const game = await publish(
    '<p>In the box</p><div class="over">over</div><span class="above">above</span><p>The end</p>',
  )
  await page.goto(`/game/${game}`)
  await page.addStyleTag({
    content: `.over { position: fixed; inset: 0; z-index: 2147483647 }
      .above { position: absolute; inset: -2000px; z-index: 2147483647 }`,
  })
  expect(await coveredOutside(page)).toBe(0)
  await page.addStyleTag({ content: '.game-text { contain: none !important; isolation: auto !important }' })
  expect(await coveredOutside(page), 'or the test would see nothing').toBeGreaterThan(100)
})

test('E5 A description that arrives in an open page is cleaned in the browser', async ({ page }) => {
  const cleaners: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/clean-description')) cleaners.push(request.url())
  })
  await logIn(page, DEVELOPER)
  const game = await publish('<p>Here to read</p>')
  await page.goto(`/game/${game}`)
  await expect(page.getByText('Here to read')).toBeVisible()
  expect(cleaners).toEqual([])
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''

  await page.goto('/games?sort=new')
  await page.route(`**/game/*.data*`, async (route) => {
    const answer = await route.fetch()
    const body = await answer.text()
    await route.fulfill({
      response: answer,
      body: body.replace('Here to read', 'Here <img src=x onerror=xss()>to read'),
    })
  })
  await page.evaluate(() => Object.assign(window, { xss: () => document.body.append('XSS') }))
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await expect(page.getByText('Here to read')).toBeVisible()
  await expect(page.getByText('XSS')).toHaveCount(0)
  expect(cleaners).toHaveLength(1)
})

/** Points of the window, outside of the description, where the description is on top. */
const coveredOutside = (page: Page): Promise<number> =>
  page.evaluate(() => {
    scrollTo(0, 0)
    const box = document.querySelector('.game-text')
    if (!box) throw new Error('there is no description')
    const { left, right, top, bottom } = box.getBoundingClientRect()
    let covered = 0
    for (let x = 1; x < innerWidth; x += 10)
      for (let y = 1; y < innerHeight; y += 10) {
        const isInside = x >= left && x <= right && y >= top && y <= bottom
        if (!isInside && box.contains(document.elementFromPoint(x, y))) covered += 1
      }
    return covered
  })

/** Pastes or drops a picture, as from another program. */
async function give(page: Page, how: 'paste' | 'drop') {
  const bytes = [...(await aPicture())]
  await textOf(page).evaluate(
    (element, { bytes, how }) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'b.png', { type: 'image/png' }))
      const { x, y } = element.getBoundingClientRect()
      const place = { clientX: x + 8, clientY: y + 16, bubbles: true, cancelable: true }
      element.dispatchEvent(
        how === 'drop'
          ? new DragEvent('drop', { ...place, dataTransfer: data })
          : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    },
    { bytes, how },
  )
}
