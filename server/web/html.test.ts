/** Whether pages are the HTML that they say they are. `screens.spec.ts` asks the same of what scripts have made of them. */

import { randomUUID } from 'node:crypto'
import { type PagePath, pages } from '@nofiller/contract/access'
import { beforeAll, expect, it } from 'vitest'
import { buy } from '../testing/buying.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { htmlFaults } from '../testing/html.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore({ pages: 'built' })
const addresses = new Map<PagePath, string>()

beforeAll(async () => {
  const developer = await signedIn(test, 'developer')
  const picture = {
    url: '/uploads/a/b/card/c.webp',
    width: 500,
    height: 350,
    blur: 'data:image/webp;base64,AAAA',
    widths: [250, 500],
    alt: '',
  }
  const first = await addGame(test, { developerId: developer.id, tags: ['RPG', 'In Development'] })
  const second = await addGame(test, { developerId: developer.id, category: 'NSFW', tags: ['Horror'] })
  await test.sql`update games set card = ${JSON.stringify(picture)}, cover = ${JSON.stringify(picture)},
    screenshots = ${JSON.stringify([picture, picture])}`
  const bundle = { title: 'Night Shift', price: 5, gameIds: [first.id, second.id] }
  const { slug } = (await developer.post('/api/dev/bundles', bundle)).body
  const order = await buy(await signedIn(test), first)
  addresses.set('/game/:id', `/game/${first.slug}`)
  addresses.set('/dev/:id', `/dev/${developer.id}`)
  addresses.set('/bundle/:slug', `/bundle/${slug}`)
  addresses.set('/pay/:payToken', `/pay/${order.payToken}`)
  addresses.set('/sandbox/invoice/:id', `/sandbox/invoice/${order.invoiceId}`)
})

const addressOf = (page: PagePath) => addresses.get(page) ?? page.replace(/:\w+\??/, randomUUID())

/** The additional contents of a page at a URL. */
const FURTHER = ['/games?q=none&tag=horror', '/game/none', '/dev/none', '/verify?email=a@example.test']

it('every page is valid HTML', async () => {
  const faults: Record<string, string[]> = {}
  for (const address of [...(Object.keys(pages) as PagePath[]).map(addressOf), ...FURTHER]) {
    const { headers, text } = await test.nobody.get(address, { cookie: 'content=show' })
    if (!headers.get('content-type')?.startsWith('text/html')) continue
    const found = await htmlFaults(text)
    if (found.length > 0) faults[address] = found
  }
  expect(faults).toEqual({})
})

it('a page behind the age gate is valid HTML', async () => {
  const { text } = await test.nobody.get('/games')
  expect(text).toContain('id="age-gate"')
  expect(await htmlFaults(text)).toEqual([])
})

it.each([
  ['no doctype', '<html lang="en"><head><title>x</title></head><body></body></html>'],
  ['a block within a line', '<!doctype html><span><div>x</div></span>'],
  ['an id of two words', '<!doctype html><p id="In Development">x</p>'],
  ['a hidden label of a field', '<!doctype html><label for="x" aria-hidden="true">x</label><input id="x">'],
  ['a role on a part of a table', '<!doctype html><table><tr role="row"><td>x</td></tr></table>'],
  [
    'a role that a search field has not',
    '<!doctype html><input type="search" role="combobox" aria-label="x">',
  ],
])('the check would find %s', async (_fault, html) => {
  expect(await htmlFaults(html)).not.toEqual([])
})
