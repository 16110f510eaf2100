import pg from 'pg'
import { beforeAll, expect, it, vi } from 'vitest'
import { HttpError } from '../platform/http/errors/errors.ts'
import { sha256 } from '../platform/signatures.ts'
import { aForm, aZip, filesJson, sendForm, upload } from '../testing/fixtures/game-form.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { usePerson } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'

const test = useTestStore({ pages: 'built' })
const developer = usePerson(test, 'developer')

beforeAll(async () => {
  for (const [title, tags] of [
    ['Brine', ['RPG']],
    ['Hollow Tide', ['RPG', 'Horror']],
    ['Teatime', ['Cozy']],
  ] as const)
    await addGame(test, { developerId: developer.id, title, tags: [...tags] })
})

/** How many queries for games the database got meanwhile, without the store's own look-ups after a change. */
async function gameQueries(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const texts = spy.mock.calls.map(([query]) =>
    typeof query === 'string' ? query : ((query as { text?: string })?.text ?? ''),
  )
  spy.mockRestore()
  return texts.filter((text) => /\bgames\.title\b/.test(text)).length
}

it('shows titles and prices on the home page without any script', async () => {
  const { status, text } = await test.nobody.get('/')
  expect(status).toBe(200)
  const shown = text.replace(/<script[\s\S]*?<\/script>/g, '')
  const has = (part: string) => [part, shown.includes(part)]
  expect(['Brine', '$9.99', 'RPG', 'Horror'].map(has).filter(([, isShown]) => !isShown)).toEqual([])
})

it('queries the database once for a home page, and again only after a change', async () => {
  await test.db.transaction().execute((tx) => test.store.catalogChanged.announce(tx))
  await eventually(async () => (await gameQueries(() => test.nobody.get('/'))) === 0)
  await test.forgetCatalog()
  expect(await gameQueries(() => test.nobody.get('/'))).toBe(1)
  expect(await gameQueries(() => test.nobody.get('/'))).toBe(0)
})

it('shares one rendering among simultaneous visitors', async () => {
  await test.forgetCatalog()
  expect(await gameQueries(() => Promise.all(Array.from({ length: 20 }, () => test.nobody.get('/'))))).toBe(1)
})

it('shows a game on the home page as soon as it is published', async () => {
  await test.nobody.get('/')
  const key = await upload(developer, aZip())
  const form = await aForm({
    title: 'Fresh Ink',
    tags: ['Puzzle'],
    gameFilesTempJson: filesJson({ tempKey: key }),
  })
  const saved = await sendForm(developer, '/api/games', form)
  expect(saved.status, saved.text).toBe(200)
  await eventually(async () => (await test.nobody.get('/')).text.includes('Fresh Ink'))
})

it('answers 304 to those who have the page, and allows its scripts by hash only (E8)', async () => {
  const first = await test.nobody.get('/')
  const again = await test.nobody.get('/', { 'if-none-match': first.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  const policy = first.headers.get('content-security-policy') ?? ''
  const scripts = policy.split('; ').find((part) => part.startsWith('script-src')) ?? ''
  expect(scripts).toMatch(/^script-src 'self'( 'sha256-[\w+/=]+')+$/)
  for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
    expect(policy).toContain(part)
  expect(policy).not.toContain('unsafe-eval')
})

it('E8 names every script by its hash, and caches no nonce', async () => {
  const game = await addGame(test, { developerId: developer.id })
  for (const path of ['/', `/game/${game.slug}`, '/game/none', '/login']) {
    const { text, headers } = await test.nobody.get(path)
    const scripts = [...text.matchAll(/<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g)]
    expect(scripts.length, path).toBeGreaterThan(5)
    for (const [, script = ''] of scripts)
      expect(headers.get('content-security-policy')).toContain(sha256(script).toString('base64'))
    expect(text).not.toContain('nonce=')
    expect(headers.get('x-script-nonce')).toBeNull()
  }
})

it('B8 everyone gets the same page, whatever cookie or token the request has', async () => {
  const plain = (await test.nobody.get('/')).text
  expect((await developer.get('/', { cookie: 'refresh=abc; theme=light' })).text).toBe(plain)
  expect((await test.nobody.get('/?utm_source=mail')).headers.get('cache-control')).toBe('private, no-store')
})

it('answers 404 for an unknown game and an unknown page, with a link to the home page', async () => {
  expect((await test.nobody.get('/game/none')).status).toBe(404)
  const unknown = await test.nobody.get('/no/such/page')
  expect(unknown.status).toBe(302)
  expect(unknown.headers.get('location')).toBe('/#wrong-address')
})

it('a page fails with the status of its call: 503 for an outage, 400 for an invalid request', async () => {
  const { selectFrom } = test.store.db
  const statusWhen = async (error: Error) => {
    test.store.db.selectFrom = () => {
      throw error
    }
    const { status } = await test.nobody.get(`/game/${error.message}`)
    test.store.db.selectFrom = selectFrom
    return status
  }
  const fromDatabase = (message: string, code: string) => Object.assign(new Error(message), { code })
  expect(await statusWhen(fromDatabase('out-of-range', '22008'))).toBe(400)
  expect(await statusWhen(fromDatabase('no-such-byte', '22021'))).toBe(400)
  expect(await statusWhen(fromDatabase('away', '57P01'))).toBe(503)
  expect(await statusWhen(new HttpError(422, 'invalid_fields', 'wrong'))).toBe(422)
  expect(await statusWhen(new Error('bug'))).toBe(500)
})
