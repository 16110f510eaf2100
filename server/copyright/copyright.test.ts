import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buyAndPay, checkout } from '../testing/buying.ts'
import { confirmAddress, confirmationToken } from '../testing/fixtures/confirmations.ts'
import { aPicture, createGame } from '../testing/fixtures/game-form.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { COUNTER_FIELDS, NOTICE_FIELDS } from '../testing/fixtures/notices.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { XSS_VECTORS } from '../testing/fixtures/xss-vectors.ts'
import { eventually, useTestStore } from '../testing/store.ts'
import { restoreAt } from './business-days.ts'
import { purgeUnconfirmedNotices } from './confirm-notice.ts'
import { restoreCountered } from './end-notice.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')
const other = usePerson(test, 'admin')
const developer = usePerson(test, 'developer')
const stranger = usePerson(test, 'developer')

let claimants = 0
const REASON = 'The claimant wrote to us that it was a mistake.'

function fieldsOf(changes: object = {}) {
  claimants += 1
  return { ...NOTICE_FIELDS, email: `claimant-${claimants}@example.test`, ...changes }
}
/** A notice without an account, whose address its claimant confirmed. */
async function send(gameId: string, parts: string[], changes: object = {}) {
  const fields = fieldsOf(changes)
  const sent = await test.nobody.post('/api/copyright/notices', { gameId, parts, fields })
  if (sent.status === 200) expect((await confirmAddress(test, fields.email)).status).toBe(200)
  return sent
}
const decide = (number: string, body: object, by = admin) =>
  by.post(`/api/admin/copyright/${number}/decision`, body)
async function accepted(gameId: string, parts: string[], changes: object = {}): Promise<string> {
  const { number } = (await send(gameId, parts, changes)).body
  expect((await decide(number, { kind: 'accept' })).status).toBe(200)
  return number
}
const counter = (number: string, by = developer, changes: object = {}) =>
  by.post(`/api/copyright/notices/${number}/counter`, { ...COUNTER_FIELDS, ...changes })
/** A counter-notice that an admin has sent on. */
async function countered(number: string, by = developer, changes: object = {}): Promise<void> {
  expect((await counter(number, by, changes)).status).toBe(200)
  expect((await decide(number, { kind: 'forward' }, other)).status).toBe(200)
}
const filePart = (game: TestGame, index = 0) => `file-${game.files[index]?.id}`
const aGame = (files: object[] = [{}]) => addGame(test, { developerId: developer.id, files })
const download = (by: Person, game: TestGame, index = 0) =>
  by.post(`/api/library/${game.id}/download`, { fileId: game.files[index]?.id })
const mailTo = (address: string, subject: RegExp) =>
  eventually(async () => (await test.mailsTo(address)).find((mail) => subject.test(mail.subject ?? '')))
/** A game as visitors get it after every change so far was signalled. */
const shownGame = async (id: string) => {
  await test.forgetCatalog()
  return (await test.nobody.get(`/api/games/${id}`)).body
}
const statusOf = async (path: string) => {
  await test.forgetCatalog()
  const answer = await fetch(new URL(path, test.url), { redirect: 'manual' })
  await answer.body?.cancel()
  return answer.status
}
/** As the job does at some time. */
const restoreIn = (at: Date) => restoreCountered({ ...test.store, clock: () => at })
const stateOf = async (number: string) => (await admin.get(`/api/admin/copyright/${number}`)).body.state

async function withPictures() {
  const { body } = await createGame(developer, { screenshots: [await aPicture(), await aPicture()] })
  const { body: game } = await test.nobody.get(`/api/games/${body._id}`)
  expect(game.screenshots).toHaveLength(2)
  return game
}

it('T14 refuses an incomplete notice, and names each missing field', async () => {
  const game = await aGame()
  const nothing = {
    works: ' ',
    material: '',
    address: '',
    phone: '',
    email: '',
    goodFaith: false,
    accurate: false,
    signature: '',
  }
  const empty = await send(game.id, ['page'], nothing)
  expect(empty.status).toBe(422)
  expect(Object.keys(empty.body.fields).sort()).toEqual(Object.keys(nothing).sort())
  for (const field of Object.keys(nothing)) {
    const { status, body } = await send(game.id, ['page'], {
      [field]: (field.startsWith('a') && field !== 'address') || field === 'goodFaith' ? false : '',
    })
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
  }
  expect((await send(game.id, ['screenshot-4'])).body.fields).toEqual({ parts: 'Choose at least one thing.' })
  expect((await admin.get('/api/admin/copyright')).body).toEqual([])
})

it('T14 asks an unconfirmed address to confirm before it opens the notice', async () => {
  const game = await addGame(test, { developerId: developer.id, title: 'Salt Lantern' })
  const fields = fieldsOf()
  const sent = await test.nobody.post('/api/copyright/notices', { gameId: game.id, parts: ['text'], fields })
  expect(sent.body).toEqual({ number: expect.stringMatching(/^C-/), confirm: true })
  const { number } = sent.body
  const isListed = async () =>
    (await admin.get('/api/admin/copyright')).body.some((each: { number: string }) => each.number === number)
  const isDue = async () =>
    (await admin.get('/api/admin/todo')).body.notices.some(
      (each: { number: string }) => each.number === number,
    )
  expect([await isListed(), await isDue()]).toEqual([false, false])
  expect((await admin.get(`/api/admin/copyright/${number}`)).status).toBe(404)
  expect((await decide(number, { kind: 'accept' })).body.code).toBe('already_decided')
  await test.drain()
  const [mail, ...others] = await test.mailsTo(fields.email)
  expect([mail?.subject, others]).toEqual([`Confirm your copyright notice ${number}`, []])
  for (const told of ['Salt Lantern', fields.works, fields.signature]) expect(mail?.text).not.toContain(told)
  const before = Date.now()
  expect((await confirmAddress(test, fields.email)).body).toEqual({ number })
  expect([await isListed(), await isDue()]).toEqual([true, true])
  const { dueAt } = (await admin.get(`/api/admin/copyright/${number}`)).body
  expect(Date.parse(dueAt) - before).toBeGreaterThanOrEqual(48 * 3_600_000)
  await mailTo(fields.email, /^We received/)
})

it('T14 accepts a notice at once from the account with its address, and from no other account', async () => {
  const game = await aGame()
  const june = await signedIn(test)
  const sendAs = (email: string, works: string) =>
    june.post('/api/copyright/notices', {
      gameId: game.id,
      parts: ['text'],
      fields: fieldsOf({ email, works }),
    })
  expect((await sendAs(june.email.toUpperCase(), 'One')).body.confirm).toBe(false)
  expect((await sendAs('somebody-else@example.test', 'Two')).body.confirm).toBe(true)
})

it('T14 a false notice in a claimant’s name does not block the claimant’s own', async () => {
  const game = await aGame()
  const fields = fieldsOf()
  const byAnybody = (changes: object = {}) =>
    test.nobody.post('/api/copyright/notices', {
      gameId: game.id,
      parts: ['text'],
      fields: { ...fields, ...changes },
    })
  await byAnybody({ works: 'Nothing of note' })
  const { number } = (await byAnybody()).body
  await confirmAddress(test, fields.email)
  expect((await admin.get(`/api/admin/copyright/${number}`)).body).toMatchObject({
    fields: { works: fields.works },
    isConfirmed: true,
  })
})

it('T14 deletes a notice that nobody confirmed within 24 hours', async () => {
  const game = await aGame()
  const fields = fieldsOf()
  await test.nobody.post('/api/copyright/notices', { gameId: game.id, parts: ['text'], fields })
  const token = await confirmationToken(test, fields.email)
  await test.sql`update copyright_notices set sent_at = now() - interval '25 hours' where game_id = ${game.id}`
  await purgeUnconfirmedNotices(test.db)
  expect((await test.nobody.post('/api/reports/confirm', { token })).body.code).toBe('invalid_token')
})

it('T14 sending a notice again keeps it another day under the same number', async () => {
  const game = await aGame()
  const fields = fieldsOf()
  const send = async (works: string) =>
    (
      await test.nobody.post('/api/copyright/notices', {
        gameId: game.id,
        parts: ['text'],
        fields: { ...fields, works },
      })
    ).body.number
  const numbers = [await send('One work'), await send('Another work')]
  await test.sql`update copyright_notices set sent_at = now() - interval '23 hours' where game_id = ${game.id}`
  expect([await send('One work'), await send('Another work')]).toEqual(numbers)
  await test.sql`update copyright_notices set sent_at = sent_at - interval '23 hours' where game_id = ${game.id}`
  await purgeUnconfirmedNotices(test.db)
  expect((await confirmAddress(test, fields.email)).body).toEqual({ number: numbers[0] })
})

it('T14 an admin can enter an incomplete notice that came by email and request what is missing, which hides nothing', async () => {
  const game = await aGame()
  const fields = fieldsOf({ phone: '', accurate: false })
  const entered = await admin.post('/api/admin/copyright', { gameId: game.id, parts: ['page'], fields })
  const { number } = entered.body
  const shown = (await admin.get(`/api/admin/copyright/${number}`)).body
  expect(shown).toMatchObject({ isComplete: false, cameByMail: true, state: 'received' })
  expect(Date.parse(shown.dueAt) - Date.parse(shown.sentAt)).toBe(24 * 3_600_000)
  expect((await decide(number, { kind: 'accept' })).status).toBe(422)
  const text = 'Please add your phone number and the statement under penalty of perjury.'
  expect((await decide(number, { kind: 'return', text })).status).toBe(200)
  expect((await mailTo(fields.email, /not complete/)).text).toContain(text)
  expect(await statusOf(`/api/games/${game.id}`)).toBe(200)
  await test.drain()
  expect((await test.mailsTo(developer.email)).map(({ subject }) => subject)).not.toContainEqual(
    expect.stringContaining('copyright'),
  )
  expect((await decide(number, { kind: 'accept' })).body.code).toBe('already_decided')
})

it('T15 disables the named file for everybody, owners included, and nothing else', async () => {
  const game = await aGame([{}, {}, { customPriceCents: 300 }, { kind: 'demo' }])
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  const signed = (await download(june, game)).body.downloadUrl
  const number = await accepted(game.id, [filePart(game)])
  for (const person of [june, developer, admin]) expect((await download(person, game)).status).toBe(404)
  await eventually(async () => (await statusOf(signed)) === 404)
  expect((await download(june, game, 1)).status).toBe(200)
  const shown = await shownGame(game.id)
  expect(shown.gameFiles.map(({ _id }: { _id: string }) => _id)).toEqual([
    game.files[1]?.id,
    game.files[2]?.id,
  ])
  expect(await statusOf(`/api/games/${game.id}/demo`)).toBe(302)
  const [entry] = (await june.get('/api/library')).body
  expect(entry.files.map(({ isPaused }: { isPaused: boolean }) => isPaused)).toEqual([true, false])
  expect((await developer.get(`/api/games/${game.id}`)).body.gameFiles).toHaveLength(3)
  expect((await checkout(await signedIn(test), game)).status).toBe(200)

  expect((await decide(number, { kind: 'end', text: REASON })).status).toBe(200)
  expect((await download(june, game)).status).toBe(200)
  await eventually(async () => (await statusOf((await download(june, game)).body.downloadUrl)) === 200)
})

it('T15 sells no game without enabled files and no disabled extra, and offers no disabled demo', async () => {
  const game = await aGame([{}, { customPriceCents: 300 }, { kind: 'demo' }])
  await accepted(game.id, [filePart(game), filePart(game, 1), 'demo'])
  const kim = await signedIn(test)
  expect((await checkout(kim, game)).status).toBe(404)
  expect((await checkout(kim, game, [game.files[1]?.id ?? ''])).status).toBe(400)
  expect(await statusOf(`/api/games/${game.id}/demo`)).toBe(404)
  expect((await shownGame(game.id)).demoFile).toBeNull()
})

it('T15 disables the named pictures and texts with their bytes, and restores them to their places', async () => {
  const game = await withPictures()
  const [first, second] = game.screenshots
  const small = `${first.url.slice(0, -'.webp'.length)}-${first.widths[0]}.avif`
  expect(await statusOf(small)).toBe(200)
  const number = await accepted(game._id, ['screenshot-1', 'card', 'text'])
  const off = await shownGame(game._id)
  expect(off.screenshots.map(({ url }: { url: string }) => url)).toEqual([second.url])
  expect([off.cardPicture, off.description]).toEqual([null, ''])
  expect(off.coverImage.url).toBe(game.coverImage.url)
  for (const path of [first.url, small, game.cardPicture.url])
    await eventually(async () => (await statusOf(path)) === 404)
  for (const path of [second.url, game.coverImage.url]) expect(await statusOf(path)).toBe(200)

  expect((await decide(number, { kind: 'end', text: REASON })).status).toBe(200)
  const back = await shownGame(game._id)
  expect(back.screenshots.map(({ url }: { url: string }) => url)).toEqual([first.url, second.url])
  expect([back.cardPicture.url, back.description]).toEqual([game.cardPicture.url, game.description])
  await eventually(async () => (await statusOf(small)) === 200)
})

it('T15 keeps content disabled until every notice about it has ended', async () => {
  const game = await withPictures()
  const numbers = [
    (await send(game._id, ['cover'])).body.number,
    (await send(game._id, ['cover'])).body.number,
  ]
  for (const number of numbers) expect((await decide(number, { kind: 'accept' })).status).toBe(200)
  const coverOf = async () => (await shownGame(game._id)).coverImage
  await decide(numbers[0], { kind: 'end', text: REASON })
  expect(await coverOf()).toBeNull()
  await decide(numbers[1], { kind: 'end', text: REASON })
  expect((await coverOf()).url).toBe(game.coverImage.url)
})

it('T15 hides the whole game only if the notice names it', async () => {
  const game = await aGame()
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  const number = await accepted(game.id, ['page'])
  expect(await statusOf(`/api/games/${game.id}`)).toBe(404)
  expect((await download(june, game)).status).toBe(404)
  expect((await decide(number, { kind: 'end', text: REASON })).status).toBe(200)
  expect(await statusOf(`/api/games/${game.id}`)).toBe(200)
  expect((await download(june, game)).status).toBe(200)
})

it("T15 T9 emails the seller the notice with the claimant's name, but no address, phone number or email address", async () => {
  const game = await aGame()
  const fields = fieldsOf({ works: 'My poem Salt & <Iron>' })
  const { number } = (await send(game.id, ['text'], fields)).body
  expect((await developer.get(`/api/copyright/notices/${number}`)).status).toBe(404)
  await decide(number, { kind: 'accept' })
  const mail = await eventually(async () =>
    (await test.mailsTo(developer.email)).find(({ text }) => text?.includes(number)),
  )
  for (const part of [fields.works, NOTICE_FIELDS.material, NOTICE_FIELDS.signature, `/decision/${number}`])
    expect(mail.text).toContain(part)
  const { body: own, text } = await developer.get(`/api/copyright/notices/${number}`)
  expect(own).toMatchObject({ state: 'standing', named: ['The text'] })
  expect(own).toMatchObject({ claimant: NOTICE_FIELDS.signature, claimantDomain: 'example.test' })
  for (const secret of [NOTICE_FIELDS.address, NOTICE_FIELDS.phone, fields.email])
    for (const told of [mail.text, text]) expect(told).not.toContain(secret)
  expect((await stranger.get(`/api/copyright/notices/${number}`)).status).toBe(404)
})

it('T16 emails the claimant the counter-notice with its contact data, and restores everything on the due day', async () => {
  const game = await aGame()
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  const email = `maria-${Date.now()}@example.test`
  const number = await accepted(game.id, [filePart(game)], { email })
  await countered(number)
  const copy = await mailTo(email, /^A counter-notice/)
  for (const part of [
    COUNTER_FIELDS.name,
    COUNTER_FIELDS.phone,
    'Austin',
    'penalty of perjury',
    'jurisdiction',
  ])
    expect(copy.text).toContain(part)
  const due = restoreAt(new Date())
  expect((await developer.get(`/api/copyright/notices/${number}`)).body.restoreAt).toBe(due.toISOString())
  await restoreIn(new Date(due.getTime() - 1))
  expect((await download(june, game)).status).toBe(404)
  await Promise.all([restoreIn(due), restoreIn(due)])
  await restoreIn(due)
  expect((await download(june, game)).status).toBe(200)
  await mailTo(email, /has ended$/)
  await test.drain()
  expect((await test.mailsTo(email)).filter(({ subject }) => subject?.endsWith('has ended'))).toHaveLength(1)
})

it('T16 reveals no developer’s address before an admin has checked the counter-notice, or after an admin returned it', async () => {
  const game = await aGame()
  const email = `nora-${Date.now()}@example.test`
  const number = await accepted(game.id, ['text'], { email })
  const unread = await counter(number, developer, { recipient: undefined })
  expect([unread.status, Object.keys(unread.body.fields)]).toEqual([422, ['recipient']])
  expect((await counter(number)).status).toBe(200)
  expect(await stateOf(number)).toBe('answered')
  await mailTo(developer.email, new RegExp(`^We received your counter-notice to ${number}`))
  expect(
    (await admin.get('/api/admin/todo')).body.notices.map((due: { number: string }) => due.number),
  ).toContain(number)
  const text = 'Please say what was switched off, and where it was in the game.'
  expect((await decide(number, { kind: 'return_counter', text: '🦊'.repeat(39) })).status).toBe(422)
  expect((await decide(number, { kind: 'return_counter', text })).status).toBe(200)
  expect((await mailTo(developer.email, /was not forwarded/)).text).toContain(text)
  expect((await developer.get(`/api/copyright/notices/${number}`)).body).toMatchObject({
    state: 'standing',
    counter: null,
  })
  await test.drain()
  expect((await test.mailsTo(email)).filter(({ text }) => text?.includes(COUNTER_FIELDS.address))).toEqual([])
  await countered(number)
  expect((await mailTo(email, /^A counter-notice/)).text).toContain(COUNTER_FIELDS.address)
  expect((await decide(number, { kind: 'forward' })).body.code).toBe('already_decided')
})

const PAPERS = Buffer.from('%PDF-1.7\nWinter v. Haddad, complaint\n')
function court(number: string, changes: Record<string, string> = {}, document: Buffer | null = PAPERS) {
  const form = new FormData()
  const fields = { text: 'D. Or. 3:26-cv-1042', filedOn: '2026-11-20', ...changes }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (document) form.append('document', new Blob([new Uint8Array(document)]), 'complaint.pdf')
  return admin.send('POST', `/api/admin/copyright/${number}/court`, { body: form })
}

it('T16 a documented court action stops the restoration until it ends in the developer’s favor', async () => {
  const game = await aGame()
  const number = await accepted(game.id, [filePart(game)])
  expect((await court(number)).body.code).toBe('already_decided')
  await countered(number)
  expect((await court(number, { text: '' })).status).toBe(422)
  for (const wrong of [null, Buffer.from('<script>alert(1)</script>'), Buffer.from('MZ a program')])
    expect((await court(number, {}, wrong)).body.fields).toEqual({ document: expect.stringContaining('PDF') })
  expect(await stateOf(number)).toBe('countered')
  expect((await court(number)).status).toBe(200)
  await restoreIn(new Date(Date.now() + 60 * 86_400_000))
  expect(await stateOf(number)).toBe('court')
  expect((await download(developer, game)).status).toBe(404)
  await decide(number, { kind: 'end', text: 'The court decided for the developer.' })
  expect((await download(developer, game)).status).toBe(200)
})

it('T16 gives the court document to admins only, unchanged, and records each download', async () => {
  const game = await aGame()
  const number = await accepted(game.id, ['text'])
  await countered(number)
  const storedPapers = async () => {
    const keys: string[] = []
    for await (const key of test.storage.list('court-papers')) keys.push(key)
    return keys
  }
  const before = await storedPapers()
  await court(number)
  const added = (await storedPapers()).filter((key) => !before.includes(key))
  expect(added).toHaveLength(1)
  expect((await court(number)).body.code).toBe('already_decided')
  expect(await storedPapers()).toHaveLength(before.length + 1) // the second one was removed again
  const address = `/api/admin/copyright/${number}/court/document`
  expect((await developer.post(address)).status).toBe(403)
  expect((await test.nobody.get(`/${added[0]}`)).status).toBe(404)
  const { body } = await other.post(address)
  const file = await fetch(body.downloadUrl)
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect(Buffer.from(await file.arrayBuffer()).equals(PAPERS)).toBe(true)
  const written = await test.sql<{ actor: string; after: object }>`
    select actor, after from audit_log where subject_id = ${game.id} and action = 'court_papers_opened'`
  expect(written).toEqual([{ actor: other.username, after: { notice: number } }])
  const { body: shown } = await admin.get(`/api/admin/copyright/${number}`)
  expect(shown.court).toEqual({ reference: 'D. Or. 3:26-cv-1042', filedOn: '2026-11-20', hasDocument: true })
})

it('T16 accepts one complete counter-notice, from the game’s developer only', async () => {
  const game = await aGame()
  const { number } = (await send(game.id, ['text'])).body
  expect((await counter(number)).status).toBe(404)
  await decide(number, { kind: 'accept' })
  expect((await counter(number, stranger)).status).toBe(404)
  expect((await counter(number, admin)).status).toBe(404)
  const missing = {
    material: '',
    mistake: false,
    name: '',
    address: '',
    phone: ' ',
    consent: false,
    signature: '',
    recipient: false,
  }
  const refused = await counter(number, developer, missing)
  expect([refused.status, Object.keys(refused.body.fields).sort()]).toEqual([
    422,
    Object.keys(missing).sort(),
  ])
  const answers = await Promise.all([counter(number), counter(number), counter(number)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

it('the claimant can withdraw the notice once by the emailed link, which restores everything', async () => {
  const game = await aGame()
  const email = `lena-${Date.now()}@example.test`
  const number = await accepted(game.id, [filePart(game)], { email })
  const mail = await mailTo(email, /^We acted/)
  const token = /\/copyright#(\S+)/.exec(mail.text ?? '')?.[1] ?? ''
  expect((await test.nobody.post('/api/copyright/withdraw', { token: `${token}x` })).status).toBe(400)
  for (const _time of ['first', 'second'])
    expect((await test.nobody.post('/api/copyright/withdraw', { token })).body).toEqual({ number })
  expect((await download(developer, game)).status).toBe(200)
  await test.drain()
  expect((await test.mailsTo(email)).filter(({ subject }) => subject?.endsWith('has ended'))).toHaveLength(1)
})

it('T17 counts a strike for an accepted notice, but none while it is contested, withdrawn or lost', async () => {
  const seller = await signedIn(test, 'developer')
  const strikes = async () =>
    (
      await test.db
        .selectFrom('copyright_strikes')
        .select(sql<boolean>`voided_at is null`.as('counts'))
        .where('developer_id', '=', seller.id)
        .orderBy('number')
        .execute()
    ).map(({ counts }) => counts)
  const [one, two, three] = [
    await addGame(test, { developerId: seller.id }),
    await addGame(test, { developerId: seller.id }),
    await addGame(test, { developerId: seller.id }),
  ]
  await send(one.id, ['page'])
  expect(await strikes()).toEqual([])
  const uncontested = await accepted(one.id, ['text'])
  const withdrawn = await accepted(two.id, ['text'])
  const beaten = await accepted(three.id, ['text'])
  expect(await strikes()).toEqual([true, true, true])
  await decide(withdrawn, { kind: 'end', text: REASON })
  await countered(beaten, seller)
  expect(await strikes()).toEqual([true, false])
  await restoreIn(restoreAt(new Date()))
  expect(await strikes()).toEqual([true, false, false])
  expect(await stateOf(uncontested)).toBe('standing')
})

it('accepts the same notice once, and one of several simultaneous decisions', async () => {
  const game = await aGame()
  const fields = fieldsOf()
  const same = { gameId: game.id, parts: ['text'], fields }
  const sent = await Promise.all([1, 2, 3].map(() => test.nobody.post('/api/copyright/notices', same)))
  expect(new Set(sent.map(({ body }) => body.number)).size).toBe(1)
  const number = sent[0]?.body.number
  await confirmAddress(test, fields.email)
  await mailTo(fields.email, /^We received/)
  const answers = await Promise.all(
    [admin, other, admin, other].map((by) => decide(number, { kind: 'accept' }, by)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  await test.drain()
  expect((await test.mailsTo(fields.email)).map(({ subject }) => subject)).toHaveLength(3)
})

it('M15 hides notices about an admin’s own games from that admin, who cannot decide them either', async () => {
  const game = await addGame(test, { developerId: admin.id })
  const { number } = (await send(game.id, ['text'])).body
  const listed = async (by: Person) =>
    (await by.get('/api/admin/copyright?state=open')).body.map((notice: { number: string }) => notice.number)
  const due = async (by: Person) =>
    (await by.get('/api/admin/todo')).body.notices.map((notice: { number: string }) => notice.number)
  expect(await listed(admin)).not.toContain(number)
  expect(await due(admin)).not.toContain(number)
  expect((await admin.get(`/api/admin/copyright/${number}`)).status).toBe(404)
  expect(await listed(other)).toContain(number)
  expect((await other.get(`/api/admin/copyright/${number}`)).status).toBe(200)
  expect((await decide(number, { kind: 'accept' })).status).toBe(403)
  expect((await decide(number, { kind: 'accept' }, other)).status).toBe(200)
})

it('emails text of claimants and developers without its markup', async () => {
  const game = await aGame()
  const email = `mallory-${Date.now()}@example.test`
  const hostile = XSS_VECTORS.join('\n').slice(0, 4_000)
  const number = await accepted(game.id, ['text'], {
    email,
    works: hostile,
    material: hostile,
    signature: '<b>Ada</b>',
  })
  await countered(number, developer, { material: hostile, name: '<img src=x onerror=alert(1)>' })
  const emails = [
    await mailTo(email, /^A counter-notice/),
    await eventually(async () =>
      (await test.mailsTo(developer.email)).find(({ text }) => text?.includes('<b>Ada')),
    ),
  ]
  for (const { html } of emails) expect(html).not.toMatch(/<(?:script|img|svg|iframe|b>|a href="(?!http))/i)
})
