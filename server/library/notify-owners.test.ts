import { describe, expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { enterNotice } from '../testing/fixtures/notices.ts'
import { signedIn, usePerson } from '../testing/fixtures/people.ts'
import { decideReport, hideByReports } from '../testing/fixtures/reports.ts'
import { useTestStore } from '../testing/store.ts'
import { notifyOwners } from './notify-owners.ts'

const REMOVED = 'A game you own is no longer sold'
const PAUSED = 'Files of a game you own are paused'
const HELD = 'A game you own cannot be downloaded for now'
const SEALED = 'A game you own can no longer be downloaded'
const BACK = 'A game you own can be downloaded again'

const test = useTestStore()
const admin = usePerson(test, 'admin')
const developer = usePerson(test, 'developer')
const buyer = usePerson(test)

async function owned(title: string, files: object[] = [{}]) {
  const game = await addGame(test, { developerId: developer.id, title, files })
  const { orderId } = await buyAndPay(test, buyer, game)
  const { number } = await test.row<{ number: string }>`select number from orders where id = ${orderId}`
  return { ...game, title, orderNumber: number }
}

/** The emails to an owner since this was asked last, about owned games alone. */
let read = 0
async function newMails(to = buyer) {
  await notifyOwners(test.store)
  await test.drain()
  const emails = (await test.mailsTo(to.email)).filter(({ subject = '' }) => /game you own/.test(subject))
  const news = emails.slice(to === buyer ? read : 0)
  if (to === buyer) read = emails.length
  return news.map(({ subject, text = '' }) => ({ subject, text }))
}
const subjects = async (to = buyer) => (await newMails(to)).map(({ subject }) => subject)

const takeDown = (game: TestGame, illegal: boolean) =>
  admin.post(`/api/admin/games/${game.id}/take-down`, { reason: 'It breaks a rule', illegal })
const restore = (game: TestGame) =>
  admin.post(`/api/admin/games/${game.id}/restore`, { reason: 'It does not' })

describe('M13 owners are told', () => {
  it('once that a game was taken down and that they keep it, and nothing when it is sold again', async () => {
    const game = await owned('Lantern Street')
    expect(await newMails()).toEqual([])
    await takeDown(game, false)
    const [mail, ...more] = await newMails()
    expect([mail?.subject, more]).toEqual([REMOVED, []])
    expect(mail?.text).toMatch(/was taken out.*Lantern Street.*you can download it as before.*receipt stays/s)
    const link = await buyer.post(`/api/library/${game.id}/download`, { fileId: game.files[0]?.id })
    expect(link.status).toBe(200)
    expect(await subjects()).toEqual([])
    await restore(game)
    expect(await subjects()).toEqual([])
    await takeDown(game, false)
    expect(await subjects()).toEqual([REMOVED])
  })

  it('about paused files that they own and about their return, but not about files of others', async () => {
    const game = await owned('Paper Boats', [{}, { customPriceCents: 300 }])
    await claim(game, [`file-${game.files[1]?.id}`])
    expect(await subjects()).toEqual([])
    const number = await claim(game, [`file-${game.files[0]?.id}`])
    const [paused] = await newMails()
    expect(paused?.subject).toBe(PAUSED)
    expect(paused?.text).toMatch(
      /has files that.*Paper Boats.*stays in your library.*Next step:.*10 business days/s,
    )
    await admin.post(`/api/admin/copyright/${number}/decision`, {
      kind: 'end',
      text: 'The claimant wrote to us that it was a mistake.',
    })
    expect(await subjects()).toEqual([BACK])
  })

  it('about the beginning and end of a hold on downloads without the game’s name, but not about a report alone', async () => {
    const game = await owned('Velvet Harbour')
    const caseId = await hold(game)
    expect(await subjects()).toEqual([])
    await test.sql`update game_holds set stops_downloads = true where game_id = ${game.id}`
    const [held, ...more] = await newMails()
    expect([held?.subject, more]).toEqual([HELD, []])
    expect(held?.text).toContain(`A game in your order ${game.orderNumber} cannot be downloaded for now`)
    expect(held?.text).not.toContain('Velvet Harbour')
    expect((await decideReport(admin, caseId, { kind: 'leave' })).status).toBe(200)
    expect(await subjects()).toEqual([BACK])
  })

  it('about a sealed game by its order only, and how to get a refund', async () => {
    const game = await owned('Glass Orchard')
    const caseId = await hold(game)
    expect((await decideReport(admin, caseId, { kind: 'seal' })).status).toBe(200)
    const [sealed, ...more] = await newMails()
    expect([sealed?.subject, more]).toEqual([SEALED, []])
    expect(sealed?.text).toMatch(
      new RegExp(`order ${game.orderNumber} contained.*money back, write to us`, 's'),
    )
    expect(sealed?.text).not.toContain('Glass Orchard')
  })

  it('nothing about a hold that ended before they were emailed, and developers nothing about their own games', async () => {
    const game = await owned('Quiet Ferry')
    await test.sql`insert into grants (id, account_id, game_id) values (uuidv7(), ${developer.id}, ${game.id})`
    await takeDown(game, true)
    await restore(game)
    expect(await subjects()).toEqual([])
    await takeDown(game, false)
    expect(await subjects()).toEqual([REMOVED])
    expect(await subjects(developer)).toEqual([])
  })

  it('each of many owners, even when the job starts again', async () => {
    const game = await addGame(test, { developerId: developer.id })
    const people = await Promise.all(Array.from({ length: 5 }, () => signedIn(test)))
    for (const { id } of people)
      await test.sql`insert into grants (id, account_id, game_id) values (uuidv7(), ${id}, ${game.id})`
    await takeDown(game, true)
    await Promise.all([notifyOwners(test.store), notifyOwners(test.store)])
    await notifyOwners(test.store)
    for (const person of people) {
      const emails = await newMails(person)
      expect(emails.map(({ subject }) => subject)).toEqual([SEALED])
      expect(emails[0]?.text).toContain('A game in your library')
    }
  })
})

async function claim(game: TestGame, parts: string[]): Promise<string> {
  const { body } = await enterNotice(admin, game.id, parts)
  const accepted = await admin.post(`/api/admin/copyright/${body.number}/decision`, { kind: 'accept' })
  expect(accepted.status, accepted.text).toBe(200)
  return body.number
}

/** Makes a report hide the game, and returns its case. */
async function hold(game: TestGame): Promise<string> {
  const { caseId } = await hideByReports(test, game.id)
  return caseId
}
