import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { signedIn } from '../testing/fixtures/people.ts'
import { draftRelease, publishGame } from '../testing/fixtures/publishing.ts'
import { useStoreProcess } from '../testing/process.ts'
import { OWNERS } from '../testing/rounds.ts'
import { eventually } from '../testing/store.ts'

const MIB = 1024 ** 2
const GROWTH_MAX = 30 * MIB
const TIMEOUT_MS = 300_000
/** Inserted by one statement. */
const PART = 2_000

const shop = useStoreProcess()

it('VE8 Many owners of one game are told once each by a process that is killed, and its memory does not follow their number', async () => {
  const developer = await signedIn(shop, 'developer')
  const game = await publishGame(developer)
  await addOwners(game._id)
  const first = await draftRelease(developer, game)
  await developer.post(`/api/releases/${first}/live`, {})
  await eventually(async () => (await toldOf(first)) > 0, TIMEOUT_MS)
  await shop.crash()
  await eventually(async () => (await toldOf(first)) === OWNERS, TIMEOUT_MS)

  const second = await draftRelease(developer, game)
  const before = await shop.liveMemory()
  await developer.post(`/api/releases/${second}/live`, {})
  const peak = await shop.peakUntil(OWNERS, () => toldOf(second), TIMEOUT_MS)
  expect(peak - before).toBeLessThan(GROWTH_MAX)
}, 900_000)

/** Accounts that own a game and have its first build. */
async function addOwners(gameId: string): Promise<void> {
  for (let from = 0; from < OWNERS; from += PART)
    await sql`
      with owners as (
        insert into accounts (id, username, email, password_hash, verified_at)
          select gen_random_uuid(), 'owner_' || n, 'owner_' || n || '@example.test', '', now()
          from generate_series(${from}::integer, ${Math.min(from + PART, OWNERS) - 1}::integer) as n
          returning id
      ), owned as (
        insert into grants (id, account_id, game_id) select gen_random_uuid(), id, ${gameId} from owners
      )
      insert into owned_versions (account_id, file_id, build_id, release_id, source)
        select owners.id, file.id, file.build_id, file.release_id, 'fetched'
        from owners, built_files as file where file.game_id = ${gameId}`.execute(shop.db)
}

/** How many accounts have a notice of a release; none has two. */
async function toldOf(releaseId: string): Promise<number> {
  const { rows } = await sql<{ notices: number; accounts: number }>`
    select count(*)::integer as notices, count(distinct account_id)::integer as accounts
    from notices where thing_id = ${releaseId}`.execute(shop.db)
  const { notices = 0, accounts = 0 } = rows[0] ?? {}
  expect(notices).toBe(accounts)
  return notices
}
