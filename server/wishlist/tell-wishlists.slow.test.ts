import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { mailServer } from '../testing/fakes/mail-server.ts'
import { addWishers, beginSales, copyGame, endWait, wishNotices } from '../testing/fixtures/mailed-people.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { publishGame } from '../testing/fixtures/publishing.ts'
import { useStoreProcess } from '../testing/process.ts'
import { WISHED_GAMES, WISHERS } from '../testing/rounds.ts'
import { eventually } from '../testing/store.ts'

const MIB = 1024 ** 2
/** Less than half of the emails take. */
const GROWTH_MAX = 4 * MIB
const TIMEOUT_MS = 2_700_000
/** Of the games, that each wants. */
const WISHES_EACH = 3
/** In each process. */
const SENT_AT_ONCE = 5

/** The ids of the emails that each wisher got. */
const received = new Map<string, string[]>()
const emails = await mailServer(({ address, lines }) => {
  const id = lines.find((line) => line.toLowerCase().startsWith('message-id:')) ?? ''
  if (address.startsWith('wisher')) received.set(address, [...(received.get(address) ?? []), id])
})
afterAll(emails.close)
const shop = useStoreProcess(async () => ({ SMTP_URL: emails.url, LOG_LEVEL: 'fatal' }))

it(
  'WI6 A sale of many games tells many people once each by a process that is killed, emails each once, and its memory does not follow their number',
  async () => {
    const noticeCount = () => wishNotices(shop.db)
    const developer = await signedIn(shop, 'developer')
    const game = await publishGame(developer)
    await copyGame(shop.db, game._id, WISHED_GAMES - 1)
    await addWishers(shop.db, developer, WISHERS, WISHES_EACH)
    await beginSales(shop.db, developer)
    await eventually(async () => (await noticeCount()) > 0, TIMEOUT_MS)
    await shop.crash()
    const told = await noticeCount()
    // What a process loads for its first notices or emails is no growth.
    await eventually(async () => (await noticeCount()) > told, TIMEOUT_MS)
    const early = await shop.liveMemory()
    const telling = (await shop.peakUntil(WISHERS * WISHES_EACH, noticeCount, TIMEOUT_MS)) - early

    await endWait(shop.db)
    await eventually(() => received.size >= WISHERS / 4, TIMEOUT_MS)
    await shop.crash()
    await eventually(() => received.size >= WISHERS / 2, TIMEOUT_MS)
    const before = await shop.liveMemory()
    const sending = (await shop.peakUntil(WISHERS, () => received.size, TIMEOUT_MS)) - before
    process.stdout.write(`+${Math.round(telling / MIB)} MiB told, +${Math.round(sending / MIB)} MiB sent\n`)
    expect(Math.max(telling, sending)).toBeLessThan(GROWTH_MAX)

    const all = [...received.values()]
    expect(all.filter((ids) => new Set(ids).size > 1)).toEqual([])
    // One that was accepted in the moment of the kill is sent again, as the same email.
    expect(all.filter((ids) => ids.length > 1).length).toBeLessThanOrEqual(SENT_AT_ONCE)
    const { rows } = await sql`select 1 from notices where mailed_at is null`.execute(shop.db)
    expect(rows).toEqual([])
  },
  TIMEOUT_MS,
)
