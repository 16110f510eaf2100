import { expect, it } from 'vitest'
import { buy, buyAndPay, checkout, simulate, untilStatus } from './testing/buying.ts'
import type { Reply } from './testing/client.ts'
import { aPicture, createGame, editGame, filesJson } from './testing/fixtures/game-form.ts'
import { addGame } from './testing/fixtures/games.ts'
import { PASSWORD, type Person, signedIn, usePerson } from './testing/fixtures/people.ts'
import { aStore, eventually, type TestStore, useTestStore } from './testing/store.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')
const developer = usePerson(test, 'developer')

type Line = Record<string, unknown>

const linesOf = (event: string, { logged }: TestStore = test): Line[] =>
  logged.map((line): Line => JSON.parse(line)).filter((line) => line.event === event)

/** The only line of an event that says all this; each line says its time in UTC. */
async function onlyLine(event: string, about: Line, store: TestStore = test): Promise<Line> {
  const isAbout = (line: Line) => Object.entries(about).every(([name, value]) => line[name] === value)
  const matching = () => linesOf(event, store).filter(isAbout)
  await eventually(() => matching().length > 0)
  const [line = {}, ...more] = matching()
  expect(more).toEqual([])
  expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  return line
}

/** The fields of a line logged within a request. */
const behind = (answer: Reply, person: Person | null): Line => ({
  reqId: answer.headers.get('x-request-id'),
  account: person?.id,
  address: '127.0.0.1',
})

it('H2 logs successful and refused log-ins, with the account and the reason', async () => {
  const june = await signedIn(test)
  const login = (password: string) => test.nobody.post('/api/login', { email: june.email, password })
  const [wrong, right] = [await login('not-the-password'), await login(PASSWORD)]
  await onlyLine('login_refused', {
    ...behind(wrong, null),
    accountId: june.id,
    reason: 'invalid_credentials',
  })
  await onlyLine('logged_in', { ...behind(right, null), accountId: june.id })

  await test.db.updateTable('accounts').set({ suspended_at: new Date() }).where('id', '=', june.id).execute()
  await onlyLine('login_refused', {
    ...behind(await login(PASSWORD), null),
    accountId: june.id,
    reason: 'suspended',
  })
  const unknown = await test.nobody.post('/api/login', { email: 'who@example.test', password: PASSWORD })
  await onlyLine('login_refused', { ...behind(unknown, null), accountId: undefined })
  expect(test.logged.join('')).not.toContain('who@example.test')
  expect(linesOf('access_refused').filter(({ code }) => code === 'invalid_credentials')).toEqual([])
})

it('H2 logs who was refused access, and to what', async () => {
  const june = await signedIn(test)
  const ofRole = await june.get('/api/users?q=secret')
  const ofNobody = await test.nobody.get('/api/library')
  const ofAddress = await test.nobody.get('/files/games/0123?signature=forged')
  expect([ofRole.status, ofNobody.status, ofAddress.status]).toEqual([403, 401, 403])
  const role = await onlyLine('access_refused', behind(ofRole, june))
  expect(role).toMatchObject({ code: 'forbidden', req: { method: 'GET', path: '/api/users' } })
  await onlyLine('access_refused', { ...behind(ofNobody, null), code: 'unauthorized' })
  await onlyLine('access_refused', { ...behind(ofAddress, null), code: 'bad_address' })
})

it('H2 logs which rate limit was reached, and by whom', async () => {
  const narrow = await aStore({ settings: { RATE_LIMIT_SCALE: '0.05' } })
  const game = await addGame(narrow, { developerId: (await signedIn(narrow, 'developer')).id })
  const june = await signedIn(narrow)
  expect((await checkout(june, game)).status).toBe(200)
  const refused = await checkout(june, game)
  expect(refused.status).toBe(429)
  await onlyLine('limit_hit', { ...behind(refused, june), counter: 'checkout' }, narrow)
})

it('H2 logs a change of role and a suspension, of whom and by whom', async () => {
  const june = await signedIn(test)
  const change = (body: object) =>
    admin.patch(`/api/admin/users/${june.id}`, { reason: 'As agreed', ...body })
  const about = { accountId: june.id, by: admin.id }
  const promoted = await change({ role: 'developer' })
  await onlyLine('role_changed', { ...behind(promoted, admin), ...about, from: 'player', to: 'developer' })
  await onlyLine('suspended', { ...behind(await change({ suspended: true }), admin), ...about })
  await onlyLine('restored', { ...behind(await change({ suspended: false }), admin), ...about })
})

it('H2 logs each changed price of a game and an extra, but no unchanged one', async () => {
  const { body: game } = await createGame(developer, { price: '9.99' })
  expect(linesOf('price_changed').filter(({ gameId }) => gameId === game._id)).toEqual([])
  const files = filesJson({ _id: game.gameFiles[0]._id })
  const dearer = await editGame(developer, game._id, { price: '12.50', gameFilesTempJson: files })
  expect(dearer.status, dearer.text).toBe(200)
  const about = { ...behind(dearer, developer), accountId: developer.id, gameId: game._id }
  await onlyLine('price_changed', { ...about, fileId: null, beforeCents: 999, afterCents: 1_250 })
  const same = await editGame(developer, game._id, { price: '12.50', gameFilesTempJson: files })
  expect(linesOf('price_changed').filter(({ reqId }) => reqId === behind(same, null).reqId)).toEqual([])

  const rich = await addGame(test, { developerId: developer.id, files: [{}, { customPriceCents: 300 }] })
  const [base, extra] = rich.files.map(({ id }) => id)
  const edited = await editGame(admin, rich.id, {
    cardImage: await aPicture(),
    coverImage: await aPicture(),
    gameFilesTempJson: filesJson({ _id: base }, { _id: extra, customPriceEnabled: true, customPrice: 4 }),
  })
  expect(edited.status, edited.text).toBe(200)
  const ofExtra = { ...behind(edited, admin), gameId: rich.id, fileId: extra }
  await onlyLine('price_changed', { ...ofExtra, beforeCents: 300, afterCents: 400 })
})

it('H2 logs what each person is granted: a free game by the request, a paid one by its order', async () => {
  const june = await signedIn(test)
  const free = await addGame(test, { developerId: developer.id, priceCents: 0 })
  const claimed = await june.post('/api/library/claim', { gameId: free.id })
  await june.post('/api/library/claim', { gameId: free.id })
  const about = { accountId: june.id, fileId: null }
  await onlyLine('granted', { ...behind(claimed, june), ...about, gameId: free.id, orderId: null })

  const paid = await addGame(test, { developerId: developer.id })
  const { orderId } = await buyAndPay(test, june, paid)
  const byJob = await onlyLine('granted', { ...about, gameId: paid.id, orderId })
  expect(byJob).not.toHaveProperty('reqId')
  expect(byJob).not.toHaveProperty('address')
})

it('H2 logs each step of an order once, however often the payment is reported', async () => {
  const june = await signedIn(test)
  const order = await buy(june, await addGame(test, { developerId: developer.id }))
  for (const event of ['pay', 'pay'] as const) await simulate(test, order, event)
  await untilStatus(test, order, 'PAID')
  const about = { orderId: order.orderId, accountId: june.id, before: 'CREATED', after: 'PAID' }
  expect(await onlyLine('order_settled', about)).not.toHaveProperty('reqId')
})

it('H2 logs every line of a request with its id, even when the body arrives late', async () => {
  const free = await addGame(test, { developerId: developer.id, priceCents: 0 })
  const people = await Promise.all(Array.from({ length: 8 }, () => signedIn(test)))
  const answers = await Promise.all(
    people.map((person) => person.post('/api/library/claim', { gameId: free.id })),
  )
  for (const [at, person] of people.entries())
    await onlyLine('granted', { ...behind(answers[at] as Reply, person), accountId: person.id })
})
