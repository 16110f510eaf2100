import { randomBytes } from 'node:crypto'
import { downloadSeconds } from '@nofiller/contract/library/download-lifetimes'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { aStore, eventually, openTestStore, useTestStore } from '../testing/store.ts'

const test = useTestStore({ clock: () => new Date(Date.now() + secondsAhead * 1_000) })
const june = usePerson(test)
let game: TestGame
let secondsAhead = 0
const NAME = 'Zwölf Nächte.zip'

beforeAll(async () => {
  const developer = await signedIn(test, 'developer')
  game = await addGame(test, {
    developerId: developer.id,
    files: [{ name: NAME }, { customPriceCents: 300 }],
  })
  await buyAndPay(test, june, game)
})

const file = () => game.files[0] as TestGame['files'][number]
async function linkOf(who: Person): Promise<string> {
  const answer = await who.post(`/api/library/${game.id}/link`, { fileId: file().id })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.url
}
const use = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init })
const statusOf = async (url: string) => (await use(url)).status
const counted = async () =>
  (await test.db.selectFrom('downloads').select('id').where('account_id', '=', june.id).execute()).length

it('a download link stays the same for its owner, and each owner has another one', async () => {
  const url = await linkOf(june)
  expect(await linkOf(june)).toBe(url)
  expect(new Set(await Promise.all(Array.from({ length: 8 }, () => linkOf(june))))).toEqual(new Set([url]))
  const other = await signedIn(test)
  await buyAndPay(test, other, game)
  expect(await linkOf(other)).not.toBe(url)
})

it('a download link leads anyone to the named file by a freshly signed address', async () => {
  const url = await linkOf(june)
  const signed = (await use(url)).headers.get('location') ?? ''
  secondsAhead += downloadSeconds(0) + 1
  expect((await fetch(signed)).status).toBe(403)
  const answer = await fetch(url)
  expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent(NAME))
  expect(Buffer.from(await answer.arrayBuffer()).equals(file().bytes)).toBe(true)
})

it('a download continues after an interruption, and counts only if it starts at the first byte', async () => {
  const url = await linkOf(june)
  const before = await counted()
  const started = await fetch(url, { headers: { range: 'bytes=0-' } })
  await started.arrayBuffer()
  expect(await counted()).toBe(before + 1)
  const rest = await fetch(url, {
    headers: { range: 'bytes=800-', 'if-range': started.headers.get('etag') ?? '' },
  })
  expect(rest.status).toBe(206)
  expect(Buffer.from(await rest.arrayBuffer()).equals(file().bytes.subarray(800))).toBe(true)
  expect(await counted()).toBe(before + 1)
  for (const range of ['Bytes=0-', 'bytes=0-999999', 'bytes=0-1,5-6'])
    await (await fetch(url, { headers: { range } })).arrayBuffer()
  expect(await counted()).toBe(before + 4)
})

it('a download never appends a new build to the beginning of the previous one', async () => {
  const developer = await signedIn(test, 'developer')
  const { id, files } = await addGame(test, { developerId: developer.id })
  const [{ id: fileId, bytes: before }] = files as [TestGame['files'][number]]
  const { url } = (await developer.post(`/api/library/${id}/link`, { fileId })).body
  const started = await fetch(url, { headers: { range: 'bytes=0-799' } })
  expect(Buffer.from(await started.arrayBuffer()).equals(before.subarray(0, 800))).toBe(true)
  const etag = started.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[^"]+"$/)

  const after = randomBytes(3_000)
  const key = `games/${randomBytes(16).toString('hex')}`
  await test.storage.write(key, after)
  await test.sql`update file_builds set replaced_at = now() where file_id = ${fileId}`
  await test.db
    .insertInto('file_builds')
    .values({ id: uuid(), file_id: fileId, name: 'file-0.zip', size_bytes: after.length, storage_key: key })
    .execute()

  const goesOn = (headers: Record<string, string>) =>
    fetch(url, { headers: { range: 'bytes=800-', ...headers } })
  const whole = await goesOn({ 'if-range': etag })
  expect([whole.status, whole.headers.get('content-range')]).toEqual([200, null])
  expect(Buffer.from(await whole.arrayBuffer()).equals(after)).toBe(true)
  expect((await goesOn({ 'if-match': etag })).status).toBe(412)
  expect((await goesOn({ 'if-match': whole.headers.get('etag') ?? '' })).status).toBe(206)

  const beyond = await fetch(url, { headers: { range: 'bytes=3000-' } })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */3000'])
  expect((await fetch(url, { headers: { range: 'bytes=0-1,5-6' } })).status).toBe(200)
})

it('H4 a download link works after a change of the key as long as the previous key is configured', async () => {
  const [old, fresh] = ['o'.repeat(40), 'n'.repeat(40)]
  const first = await openTestStore({ settings: { SECRET_KEY: old } })
  const developer = await signedIn(first, 'developer')
  const { id, files } = await addGame(first, { developerId: developer.id })
  const { url } = (await developer.post(`/api/library/${id}/link`, { fileId: files[0]?.id })).body
  const statusWith = async (settings: Record<string, string>) => {
    const database = { url: first.databaseUrl, drop: async () => undefined }
    const store = await openTestStore({ database, settings: { DATA_DIR: first.dataDir, ...settings } })
    const status = await statusOf(url.replace(first.url, store.url))
    await store.close()
    return status
  }
  expect(await statusWith({ SECRET_KEY: fresh, SECRET_KEY_PREVIOUS: old })).toBe(302)
  expect(await statusWith({ SECRET_KEY: fresh })).toBe(404)
  await first.close()
})

it('reports the size of a file without sending or counting it', async () => {
  const before = await counted()
  const answer = await fetch(await linkOf(june), { method: 'HEAD' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-length')).toBe(String(file().bytes.length))
  expect(answer.headers.get('accept-ranges')).toBe('bytes')
  expect(await counted()).toBe(before)
})

it('answers HEAD for a free demo too', async () => {
  const developer = await signedIn(test, 'developer')
  const { id } = await addGame(test, { developerId: developer.id, files: [{}, { kind: 'demo' }] })
  expect((await use(`${test.url}/api/games/${id}/demo`, { method: 'HEAD' })).status).toBe(302)
})

it('a download link ends when its owner makes a new one', async () => {
  const old = await linkOf(june)
  const answer = await june.send('DELETE', `/api/library/${game.id}/link/${file().id}`)
  expect(answer.body.url).not.toBe(old)
  expect(await statusOf(old)).toBe(404)
  expect(await statusOf(answer.body.url)).toBe(302)
  expect(await linkOf(june)).toBe(answer.body.url)
})

it('explains an ended link to people as a page and to programs as JSON', async () => {
  const page = await use(`${test.url}/api/download/none`, { headers: { accept: 'text/html,*/*' } })
  expect([page.status, page.headers.get('location')]).toEqual([302, `${test.url}/link-ended`])
  const json = await use(`${test.url}/api/download/none`)
  expect(json.status).toBe(404)
  expect(await json.json()).toMatchObject({ code: 'not_found' })
  expect(
    test.logged.filter((line) => line.includes('unexpected error') || line.includes('already sent')),
  ).toEqual([])
})

it('B2 a download link requires an owner who still owns the file and is not suspended', async () => {
  const stranger = await signedIn(test)
  const extra = game.files[1]?.id
  for (const [who, fileId] of [
    [stranger, file().id],
    [june, extra],
  ] as const)
    expect((await who.post(`/api/library/${game.id}/link`, { fileId })).status).toBe(404)

  const buyer = await signedIn(test)
  await buyAndPay(test, buyer, game)
  const url = await linkOf(buyer)
  const suspend = (at: Date | null) =>
    test.db.updateTable('accounts').set({ suspended_at: at }).where('id', '=', buyer.id).execute()
  await suspend(new Date())
  expect(await statusOf(url)).toBe(404)
  await suspend(null)
  expect(await statusOf(url)).toBe(302)
  await test.db.deleteFrom('grants').where('account_id', '=', buyer.id).execute()
  expect(await statusOf(url)).toBe(404)
})

it('a download link cannot be guessed or changed, and is not logged', async () => {
  const url = await linkOf(june)
  const token = url.split('/').at(-1) ?? ''
  const changed = (at: number) =>
    url.replace(token, token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1))
  for (const wrong of [
    changed(0),
    changed(30),
    changed(60),
    url.slice(0, -4),
    `${url}AAAA`,
    `${test.url}/api/download/%00`,
  ])
    expect([400, 404], wrong).toContain(await statusOf(wrong))
  expect(await statusOf(url)).toBe(302)
  expect(test.logged.join('\n')).not.toContain(token)
})

it('a download link keeps working when the game is delisted or taken down, or its file is withdrawn', async () => {
  const url = await linkOf(june)
  await test.sql`update games set status = 'draft', suspended_at = now() where id = ${game.id}`
  await test.sql`update game_files set withdrawn_at = now(), left_base_at = now() where id = ${file().id}`
  expect((await fetch(url)).status).toBe(200)
  expect((await june.post(`/api/library/${game.id}/download`, { fileId: file().id })).status).toBe(200)
  expect((await june.get('/api/library')).body[0].files).toHaveLength(1)
})

it('a password reset ends all download links', async () => {
  const buyer = await signedIn(test)
  const developer = await signedIn(test, 'developer')
  const free = await addGame(test, { developerId: developer.id, priceCents: 0 })
  await buyer.post('/api/library/claim', { gameId: free.id })
  const { url } = (await buyer.post(`/api/library/${free.id}/link`, { fileId: free.files[0]?.id })).body
  await test.nobody.post('/api/forgot-password', { email: buyer.email })
  const mail = await eventually(async () =>
    (await test.mailsTo(buyer.email)).find(({ text }) => text?.includes('token=')),
  )
  const token = /token=([\w-]+)/.exec(mail.text ?? '')?.[1]
  const password = 'another-Secret-phrase-8'
  expect((await test.nobody.post('/api/reset-password', { token, password })).status).toBe(200)
  expect(await statusOf(url)).toBe(404)
})

it('two tabs can make and renew a link at once without an error', async () => {
  const renew = () => june.send('DELETE', `/api/library/${game.id}/link/${file().id}`)
  const make = () => june.post(`/api/library/${game.id}/link`, { fileId: file().id })
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => (at % 2 ? renew() : make())))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
})

it('G2 invalid links have a rate limit of their own, so they use up nobody’s downloads', async () => {
  const strict = await aStore({ settings: { RATE_LIMIT_SCALE: '1' } })
  const developer = await signedIn(strict, 'developer')
  const { id, files } = await addGame(strict, { developerId: developer.id })
  const statuses = []
  for (let tried = 0; tried < 61; tried += 1)
    statuses.push((await strict.nobody.get(`/api/download/none-${tried}`)).status)
  const download = await developer.post(`/api/library/${id}/download`, { fileId: files[0]?.id })
  expect([statuses[59], statuses[60], download.status]).toEqual([404, 429, 200])
})
