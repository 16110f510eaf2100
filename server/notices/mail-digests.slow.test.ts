import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { mailServer } from '../testing/fakes/mail-server.ts'
import { addReaders, queueDigests } from '../testing/fixtures/mailed-people.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { publishGame } from '../testing/fixtures/publishing.ts'
import { useStoreProcess } from '../testing/process.ts'
import { DIGESTS } from '../testing/rounds.ts'
import { eventually } from '../testing/store.ts'

const { accounts: ACCOUNTS, kills: KILLS } = DIGESTS
const MIB = 1024 ** 2
/** Less than half of the emails take. */
const GROWTH_MAX = 4 * MIB
const TIMEOUT_MS = 2_700_000
/** In each process. */
const SENT_AT_ONCE = 5

/** The ids of the emails that each address got. */
const received = new Map<string, string[]>()
const emails = await mailServer(({ address, lines }) => {
  const id = lines.find((line) => line.toLowerCase().startsWith('message-id:')) ?? ''
  received.set(address, [...(received.get(address) ?? []), id])
})
afterAll(emails.close)
const shop = useStoreProcess(async () => ({ SMTP_URL: emails.url, LOG_LEVEL: 'fatal' }))

it(
  'N10 Every account gets its weekly email and none another, from a process that is killed, and its memory does not follow their number',
  async () => {
    const developer = await signedIn(shop, 'developer')
    const game = await publishGame(developer)
    await addReaders(shop.db, game._id, ACCOUNTS)
    await queueDigests(shop.db)
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await eventually(() => received.size >= (ACCOUNTS * kill) / (2 * KILLS + 2), TIMEOUT_MS)
      await shop.crash()
    }
    // What a process loads for its first emails is no growth.
    await eventually(() => received.size >= ACCOUNTS / 2, TIMEOUT_MS)
    const [before, begun, sent] = [await shop.liveMemory(), Date.now(), received.size]
    const peak = await shop.peakUntil(ACCOUNTS, () => received.size, TIMEOUT_MS)
    const perSecond = ((ACCOUNTS - sent) / (Date.now() - begun)) * 1_000
    process.stdout.write(
      `${Math.round(perSecond)} weekly emails a second, +${Math.round((peak - before) / MIB)} MiB\n`,
    )
    expect(peak - before).toBeLessThan(GROWTH_MAX)

    const all = [...received.values()]
    expect(all.filter((ids) => new Set(ids).size > 1)).toEqual([])
    // One that was accepted in the moment of a kill is sent again, as the same email.
    expect(all.filter((ids) => ids.length > 1).length).toBeLessThanOrEqual(KILLS * SENT_AT_ONCE)
    const { rows } = await sql`select 1 from notices where is_weekly or mailed_at is null
    union all select 1 from digests where next_at <= now()`.execute(shop.db)
    expect(rows).toEqual([])
  },
  TIMEOUT_MS,
)
