import pg from 'pg'
import { beforeAll, expect, it, vi } from 'vitest'
import { addGame, useGame } from '../../../testing/fixtures/games.ts'
import { usePerson } from '../../../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../../../testing/store.ts'
import { type Encoded, encode, responseCache } from './response-cache.ts'

const test = useTestStore()
const developer = usePerson(test, 'developer')
const game = useGame(test, developer)

beforeAll(async () => {
  await addGame(test, { developerId: developer.id, category: 'NSFW' })
})

const announce = () => test.db.transaction().execute((tx) => test.store.catalogChanged.announce(tx))

/** How many queries for games the database got meanwhile, without the store's own look-ups after a change. */
async function gameQueries(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const texts = spy.mock.calls.map(([query]) =>
    typeof query === 'string' ? query : ((query as { text?: string })?.text ?? ''),
  )
  spy.mockRestore()
  return texts.filter((text) => /\bgames"?\."?title\b/.test(text)).length
}

it('queries a list and a game once for all visitors who are not signed in, even for simultaneous requests', async () => {
  for (const path of ['/api/games?limit=24', `/api/games/${game.slug}`]) {
    const once = await gameQueries(() => test.nobody.get(path))
    await announce()
    await eventually(async () => (await gameQueries(() => test.nobody.get(path))) > 0)
    // A response made while a signal arrived is not cached, so the next request may make it again.
    await eventually(async () => (await gameQueries(() => test.nobody.get(path))) === 0)
    const address = `${path}${path.includes('?') ? '&' : '?'}`
    expect(await gameQueries(() => test.nobody.get(address)), path).toBe(once)
    const many = () => Promise.all(Array.from({ length: 20 }, () => test.nobody.get(`${address}&`)))
    expect(await gameQueries(many), path).toBe(once)
  }
})

it('answers with a change of the catalog as soon as it is announced', async () => {
  const title = async () => (await test.nobody.get(`/api/games/${game.id}`)).body.title
  const before = await title()
  await test.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('games')
      .set({ title: `${before} II` })
      .where('id', '=', game.id)
      .execute()
    await test.store.catalogChanged.announce(tx)
  })
  await eventually(async () => (await title()) === `${before} II`)
})

it('answers the same bytes in every encoding, and 304 to those who have them', async () => {
  const path = '/api/games?limit=1'
  const plain = await test.nobody.get(path, { 'accept-encoding': 'identity' })
  const packed = await fetch(test.url + path, { headers: { 'accept-encoding': 'br' } })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(await packed.text()).toBe(plain.text)
  for (const name of ['link', 'x-total-count', 'etag', 'content-type', 'vary'])
    expect([name, packed.headers.get(name)]).toEqual([name, plain.headers.get(name)])
  expect(plain.headers.get('x-total-count')).toBe('2')
  expect(plain.headers.get('link')).toContain('rel="next"')
  expect(plain.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const refused = await fetch(test.url + path, { headers: { 'accept-encoding': 'br;q=0, gzip;q=0.5' } })
  expect(refused.headers.get('content-encoding')).toBe('gzip')
  const strong = plain.headers.get('etag')?.replace('W/', '')
  for (const known of [`"other" , W/${strong}`, `"a,b",${strong}`, '*']) {
    const again = await test.nobody.get(path, { 'if-none-match': known })
    expect([again.status, again.text], known).toEqual([304, ''])
  }
})

it('B8 caches nothing for an account, and keeps content choices apart', async () => {
  const path = '/api/games'
  const everyones = await test.nobody.get(path)
  const own = await developer.get(path)
  expect(own.headers.get('cache-control')).toBe('private, no-store')
  expect(own.body[0].owned).toBe(false)
  expect((await test.nobody.get(path)).text).toBe(everyones.text)
  expect(everyones.body[0].owned).toBeUndefined()
  expect((await test.nobody.get(path, { cookie: 'content=sfw' })).body).toHaveLength(1)
  expect((await test.nobody.get(path, { cookie: 'content=blur' })).body).toHaveLength(2)
})

it('caches no address with unknown parameters, and no missing page', async () => {
  for (const name of ['utm_source', 'constructor', '__proto__']) {
    const unknown = await test.nobody.get(`/api/games?${name}=mail`)
    expect([unknown.status, unknown.headers.get('cache-control')], name).toEqual([200, 'private, no-store'])
  }
  const late = await test.nobody.get('/api/games/not-yet')
  expect([late.status, late.headers.get('cache-control')]).toEqual([404, 'private, no-store'])
  await test.db.updateTable('games').set({ slug: 'not-yet' }).where('id', '=', game.id).execute()
  expect((await test.nobody.get('/api/games/not-yet')).status).toBe(200)
})

it('neither caches nor shares an answer that was started before a change', async () => {
  const answers = responseCache<Encoded>()
  const finish: ((text: string) => void)[] = []
  const make = () =>
    new Promise<string>((resolve) => finish.push(resolve)).then((text) => encode(Buffer.from(text)))
  const ask = async () => (await answers.get('a', make)).plain.toString()
  const before = ask()
  answers.clear()
  const after = ask()
  finish[1]?.('new')
  expect(await after).toBe('new')
  finish[0]?.('old')
  expect(await before).toBe('old')
  expect(await ask()).toBe('new')
  expect(finish).toHaveLength(2)
})

it('limits its size, whatever is requested', async () => {
  const answers = responseCache<Encoded>()
  const body = await encode(Buffer.from('{}'))
  let made = 0
  const ask = (name: number) =>
    answers.get(String(name), async () => {
      made += 1
      return body
    })
  for (let name = 0; name < 1_500; name += 1) await ask(name)
  await ask(1_499)
  expect(made).toBe(1_500)
  await ask(0)
  expect(made).toBe(1_501)
})
