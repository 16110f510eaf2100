/** Journeys in the two engines that the other browser tests do not drive. Each is made in a browser that knows nothing yet. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '../../server/testing/client.ts'
import { eventually } from '../../server/testing/store.ts'
import type { Browser, Cookies } from './browser.ts'
import {
  account,
  type DemoStore,
  mailedCode,
  OPENED_WITHIN_MS,
  openDemoStore,
  type Somebody,
  somebody,
} from './demo-store.ts'
import { firefox } from './firefox.ts'
import { type Target, type Visitor, visitorIn } from './visitor.ts'
import { webkit } from './webkit.ts'

const JOURNEY_MS = 600_000
const DEVELOPER: Somebody = {
  username: 'odile_marsh',
  email: 'odile_marsh@studio.example.test',
  password: 'NoFiller-demo-1',
}
const NEW_PASSWORD = 'another-Secret-phrase-8'

let store: DemoStore
let files: string
beforeAll(async () => {
  store = await openDemoStore()
  files = await mkdtemp(join(tmpdir(), 'nofiller-browsers-'))
}, OPENED_WITHIN_MS)
afterAll(async () => {
  await store?.close()
  await rm(files, { recursive: true, force: true })
})

const button = (name: string | RegExp): Target => ({ role: 'button', name })
const link = (name: string | RegExp): Target => ({ role: 'link', name })
const heading = (name: string | RegExp): Target => ({ role: 'heading', name })
const dialog = (name: string | RegExp): Target => ({ role: 'dialog', name })
const label = (label: string | RegExp): Target => ({ label })
const text = (text: string | RegExp): Target => ({ text })
const within = (inside: Target, target: Target): Target => ({ ...target, inside })

const GATE = dialog('This store is for adults')
const ENTER = within(GATE, button(/^I am 18 or older(?!,)/))
const BLUR = within(GATE, button(/^I am 18 or older, blur/))
const PURCHASE = dialog('Complete Purchase')
const PAY = button(/^Pay \$/)

describe.each([firefox, webkit])('$name', ({ open }) => {
  /** What goes wrong on a page without being seen fails a journey, too. */
  const journey = (
    name: string,
    make: (visitor: Visitor, browser: Browser) => Promise<void>,
    cookies: Cookies = 'accepted',
  ) =>
    it(
      name,
      async () => {
        const browser = await open(cookies)
        let faults: string[] = []
        try {
          await make(visitorIn(browser.tab, store.url), browser)
        } finally {
          faults = await browser.close()
        }
        expect(cookies === 'accepted' ? faults : faults.filter((fault) => !isOfTheRouter(fault))).toEqual([])
      },
      JOURNEY_MS,
    )

  journey('A visitor is asked for their age once and sees what they chose', async (visitor) => {
    const cover = (src: string): Target => ({ css: `img[alt^="Cover of Velvet Orbit"]${src}` })
    await visitor.open('/game/velvet-orbit')
    await visitor.hasFocus(ENTER)
    await visitor.press('Tab', 'Tab', 'Escape')
    await visitor.sees(GATE)
    await visitor.click(BLUR)
    await visitor.seesNo(GATE)
    await visitor.sees(cover('[src$="-blurred.webp"]'))
    await visitor.reload()
    await visitor.sees(cover('[src$="-blurred.webp"]'))
    expect(await visitor.count(GATE)).toBe(0)
    await visitor.click(button('Show'))
    await visitor.sees(cover('[src^="/uploads/"]:not([src$="-blurred.webp"])'))
    await visitor.open('/')
    await visitor.sees(heading('Featured'))
  })

  journey(
    'A visitor who refuses cookies gets in and fills a basket',
    async (visitor) => {
      await visitor.open('/')
      await visitor.click(ENTER)
      await visitor.seesNo(GATE)
      await visitor.click(link(/^Saltglass/))
      await visitor.sees(heading('Saltglass'))
      await visitor.click(button('Add to basket'))
      await visitor.click(button('In basket'))
      await visitor.sees(text(/^1 item/))
    },
    'refused',
  )

  journey('A visitor searches and filters, and Back returns to each step', async (visitor) => {
    const search: Target = { role: 'combobox', name: 'Search games' }
    const count = text(/^Showing \d+ of \d+$/)
    await enter(visitor, '/games?category=NSFW')
    const all = await visitor.text(count)
    await visitor.fill(search, 'velvet')
    await visitor.isAt(/[?&]q=velvet/)
    await visitor.sees(link(/^Velvet Orbit/))
    await visitor.seesNo(link(/^Afterparty/))
    await visitor.select(label('Sort by'), 'Newest')
    await visitor.isAt(/sort=new/)
    await visitor.goBack()
    await visitor.isAt(/q=velvet$/)
    await visitor.click(link(/^Velvet Orbit/))
    await visitor.sees({ role: 'heading', name: 'Velvet Orbit' })
    await visitor.goBack()
    await visitor.sees(count)
    await visitor.fill(search, '')
    await visitor.press('Backspace')
    await visitor.isAt(/^\/games\?category=NSFW/)
    await visitor.sees(text(all))
    await visitor.click(button('Load more'))
    await visitor.sees({ css: 'main li:nth-child(25) a[href^="/game/"]' })
  })

  journey('A visitor signs up with the code of an email', async (visitor) => {
    const person = somebody()
    await enter(visitor, '/games')
    await visitor.click(link('Sign Up'))
    await visitor.fill(label('Username'), person.username)
    await visitor.fill(label('Email'), person.email)
    await visitor.fill(label('Password'), person.password)
    await visitor.fill(label('Confirm password'), person.password)
    await visitor.sees({ css: '[role=meter][aria-valuetext=Strong]' })
    await visitor.click(button('Create account'))
    await visitor.isAt(/^\/verify\?email=/)
    await visitor.fill(label('6-digit code'), await mailedCode(store.url, person.email))
    await visitor.sees(text('Email verified. You are logged in.'))
    await visitor.sees(button(new RegExp(person.username)))
  })

  journey('A user logs in, reloads, and logs out of the menu by keyboard', async (visitor) => {
    const person = await account(store)
    const menu = button(new RegExp(person.username))
    await logIn(visitor, person, '/library')
    await visitor.isAt(/^\/library$/)
    await visitor.reload()
    await visitor.sees(text("You don't own any games yet."))
    await visitor.focus(menu)
    await visitor.press('Enter')
    await visitor.hasFocus({ role: 'menuitem', name: 'Games' })
    await visitor.press('Escape')
    await visitor.hasFocus(menu)
    await visitor.press('Enter', 'End')
    await visitor.hasFocus({ role: 'menuitem', name: 'Logout' })
    await visitor.press('Enter')
    await visitor.sees(link('Login'))
    await visitor.sees(heading('Featured'))
    await visitor.open('/settings')
    await visitor.isAt(/^\/login\?next=/)
  })

  journey('A buyer pays a game and gets its receipt and its file', async (visitor, browser) => {
    await logIn(visitor, await account(store), '/game/low-tide-motel')
    await visitor.click(button(/^Buy for/))
    await visitor.click(within(PURCHASE, PAY))
    const invoice = await visitor.opened()
    await invoice.sees(text('Amount to pay'))
    await invoice.click(button('Payment confirmed'))
    await invoice.click(link('Get your download'))
    await invoice.sees(heading('Thank you!'))
    await invoice.click(link('Download'))
    expect((await saved(browser)).subarray(0, 2).toString()).toBe('PK')
    await invoice.close()
    await visitor.isAt(/^\/receipt\?order=/)
    await visitor.sees(text('Total (USD)'))
    await visitor.open('/library')
    await visitor.sees(link(/Low Tide Motel/))
  })

  journey('A player claims a free game and verifies its download', async (visitor, browser) => {
    const person = await account(store)
    await logIn(visitor, person, '/game/kettle-and-rain')
    await visitor.click(button(/^Get for free|^Add to library/))
    await visitor.sees(text('In your library'))
    await visitor.open('/library')
    await visitor.click(button('All files of Kettle & Rain'))
    await visitor.click(within(dialog('Kettle & Rain'), button(/^Download /)))
    const bytes = await saved(browser)
    const { body: game } = await clientOf(store.url).get('/api/games/kettle-and-rain')
    const sums: string[] = game.gameFiles.map(({ sha256 }: { sha256: string }) => sha256)
    expect(sums).toContain(createHash('sha256').update(bytes).digest('hex'))
    await visitor.open('/library')
    await visitor.click(button('Verify my download'))
    await visitor.chooseFiles(label('File to verify'), await file('again.zip', bytes))
    await visitor.sees(text(/^Intact: this is .* of Kettle & Rain/))
  })

  journey('A visitor fills a basket, logs in and pays it at once', async (visitor) => {
    const person = await account(store)
    await enter(visitor, '/')
    for (const slug of ['velvet-orbit', 'saltglass', 'ninth-arch']) {
      await visitor.open(`/game/${slug}`)
      await visitor.click(button('Add to basket'))
      await visitor.sees(button('In basket'))
    }
    await visitor.open('/basket')
    await visitor.sees(text('3 items, 3 developers'))
    await visitor.click(button('Remove Saltglass'))
    await visitor.hasFocus(button('Undo'))
    await visitor.press('Enter')
    await visitor.sees(button('Remove Saltglass'))
    await visitor.click(button('Remove Ninth Arch'))
    await visitor.click(text(/^Pay \$/))
    await visitor.isAt(/^\/login\?next=/)
    await fillLogIn(visitor, person)
    await visitor.isAt(/^\/basket$/)
    await visitor.click(text(/^Pay \$/))
    const invoice = await visitor.opened()
    await invoice.click(button('Payment confirmed'))
    await invoice.sees(heading('Your games are ready'))
    await invoice.close()
    await visitor.isAt(/^\/receipt\?order=/)
    await visitor.sees(text(/Velvet Orbit/))
    await visitor.sees(text(/Saltglass/))
  })

  journey('A developer publishes a game with pictures and a file', async (visitor) => {
    const title = `Paper Lantern ${randomBytes(3).toString('hex')}`
    await logIn(visitor, DEVELOPER, '/create-game')
    await visitor.fill(label('Title'), title)
    await visitor.select(label('Project type'), 'Game')
    await visitor.select(label('Stage'), 'Released')
    await visitor.click(label('SFW'))
    await visitor.fill(label('Tags'), 'puzzle,')
    await visitor.sees({ role: 'toolbar', name: 'Formatting' })
    await visitor.fill({ role: 'textbox', name: /^Description/ }, 'A lantern of paper.')
    await visitor.chooseFiles(label(/^Card image/), await picture('card.png', 500, 350))
    await visitor.chooseFiles(label(/^Cover image/), await picture('cover.png', 1280, 720))
    await visitor.chooseFiles(
      label('Add screenshot'),
      await picture('one.png', 640, 360),
      await picture('two.png', 640, 360),
    )
    await visitor.fill(label('Price (USD)'), '4.50')
    const bytes = zipSync({ 'game.bin': [randomBytes(3_000_000), { level: 0 }] })
    await visitor.chooseFiles(label('Add file'), await file('lantern.zip', bytes))
    await visitor.select(label('Device of lantern.zip'), 'Windows')
    await visitor.sees(text('Complete'))
    await visitor.click(button('Create Game & Publish'))
    await visitor.click(button('Publish anyway'))
    await visitor.isAt(/dashboard$/)
    await visitor.open(`/games?q=${encodeURIComponent(title)}`)
    await visitor.click(link(new RegExp(`^${title}`)))
    await visitor.sees(heading(title))
    await visitor.sees(text('A lantern of paper.'))
    await visitor.sees({ css: 'img[alt^="Cover of Paper Lantern"]' })
  })

  journey('A user sets theme, content and password', async (visitor) => {
    const person = await account(store)
    await logIn(visitor, person, '/settings')
    await visitor.click(button('Light'))
    await visitor.sees({ css: 'html[data-theme=light]' })
    await visitor.click(button('Hide'))
    await visitor.sees({ css: '[aria-pressed=true]' })
    await visitor.reload()
    await visitor.sees({ css: 'html[data-theme=light]' })
    await visitor.open('/settings/security')
    await visitor.fill(label('Current password'), person.password)
    await visitor.fill(label('New password'), NEW_PASSWORD)
    await visitor.fill(label('Confirm new password'), NEW_PASSWORD)
    await visitor.click(button('Change password'))
    await visitor.sees(text(/password.*changed/i))
    const { status } = await clientOf(store.url).post('/api/login', {
      email: person.email,
      password: NEW_PASSWORD,
    })
    expect(status).toBe(200)
  })

  journey('A user sets limits on a phone and reports a game by keyboard', async (visitor) => {
    await visitor.tab.resize(390, 844)
    await enter(visitor, '/limits')
    await visitor.focus({ role: 'radio', name: /^Hide nothing/ })
    await visitor.press('ArrowDown')
    await visitor.sees(text('Saved on this device'))
    await visitor.sees(text(/^Hides [1-9]\d* of \d+ games$/))
    await logIn(visitor, await account(store), '/game/saltglass')
    await visitor.focus(link('Report this game'))
    await visitor.press('Enter')
    const report = dialog(/^Report /)
    await visitor.focus(within(report, label(/^Sexual content/)))
    await visitor.press('ArrowDown', 'ArrowDown', 'ArrowDown')
    await visitor.fill(within(report, label(/^What should we know/)), 'The second file is not what it says.')
    await visitor.press('Tab', 'Tab', 'Enter')
    await visitor.sees(text(/Your report number is R-\d+/))
    await visitor.press('Enter')
    await visitor.seesNo(report)
    expect(await visitor.tab.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThan(1)
  })
})

/** It looks for its scroll positions in a storage that is refused, and once more when it handles that error. */
const isOfTheRouter = (fault: string): boolean => /SecurityError|JSHandle@error$/.test(fault)

/** Opens a page as a returning visitor, with blurred pictures. */
async function enter(visitor: Visitor, path: string): Promise<void> {
  await visitor.open('/terms')
  await visitor.tab.evaluate('void (document.cookie = "content=blur; path=/; max-age=9999")')
  await visitor.open(path)
}

async function logIn(visitor: Visitor, person: Somebody, next: string): Promise<void> {
  await enter(visitor, `/login?next=${encodeURIComponent(next)}`)
  await fillLogIn(visitor, person)
  await visitor.isAt(/^(?!\/login)/)
}

async function fillLogIn(visitor: Visitor, { email, password }: Somebody): Promise<void> {
  await visitor.fill(label('Email or Username'), email)
  await visitor.fill(label('Password'), password)
  await visitor.press('Enter')
}

/** The bytes of the one download, once all of them are there: while they come, others than `.zip` lie beside it. */
async function saved({ downloads }: Browser): Promise<Buffer> {
  const whole = async () => {
    const names = await readdir(downloads)
    const bytes =
      names.every((name) => name.endsWith('.zip')) && names[0] && readFile(join(downloads, names[0]))
    return (await bytes) || null
  }
  return eventually(async () => {
    const bytes = await whole()
    return bytes?.length ? bytes : null
  })
}

async function file(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(files, name)
  await writeFile(path, bytes)
  return path
}

const picture = async (name: string, width: number, height: number): Promise<string> =>
  file(
    name,
    await sharp({ create: { width, height, channels: 3, background: `#${randomBytes(3).toString('hex')}` } })
      .png()
      .toBuffer(),
  )
