import { BLOCK_TEXT, BLOCKS_MAX } from '@nofiller/contract/blocks/block-rules'
import { levelsWith } from '@nofiller/contract/content-limits/limit-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeAccount } from '../personal-data/deletion/remove-account.ts'
import { type Browser, browserOf } from '../testing/browser.ts'
import { buyAndPay } from '../testing/buying.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { PASSWORD, type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { plantThing, publicReads } from '../testing/public-reads.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore({ pages: 'built' })
const blockedDeveloper = usePerson(test, 'developer')
const developer = usePerson(test, 'developer')
let byBlocked: TestGame[]
let blockedGame: TestGame
let shown: TestGame
let buyer: Person

/** Every word and picture of theirs, for a search in whole answers. */
const TRACES = ['quagga', 'okapi', 'quagga.webp', 'okapi.webp']

beforeAll(async () => {
  byBlocked = [
    await plant(blockedDeveloper, 'Lantern of the quagga', 'quagga'),
    await plant(blockedDeveloper, 'Quagga lantern again', 'quagga'),
  ]
  blockedGame = await plant(developer, 'Okapi lantern', 'okapi')
  shown = await plant(developer, 'Lantern for everybody', 'tapir')
  const games = [...byBlocked, blockedGame, shown]
  await test.db
    .insertInto('featured_games')
    .values(games.map(({ id }, position) => ({ game_id: id, position })))
    .execute()
  await test.sql`update games set sale_price_cents = 100, sale_percent = 80, sale_ends_at = now() + interval '1 day' where id = ${byBlocked[0]?.id}`
  await test.forgetCatalog()
})

async function plant({ id }: Person, title: string, mark: string): Promise<TestGame> {
  const game = await addGame(test, { developerId: id, title, priceCents: 500, tags: ['RPG', `${mark} tag`] })
  const picture = {
    url: `/uploads/${mark}.webp`,
    width: 500,
    height: 350,
    blur: 'data:,',
    widths: [],
    alt: '',
  }
  await test.sql`update games set slug = ${`${mark}-${game.id}`}, card = ${JSON.stringify(picture)},
    cover = ${JSON.stringify(picture)} where id = ${game.id}`
  return { ...game, slug: `${mark}-${game.id}` }
}

const put = (who: Pick<Person, 'put'>, kind: string, id: string) =>
  who.put(`/api/blocks/${kind}/${id}`, undefined)
const lift = (who: Pick<Person, 'send'>, kind: string, id: string) =>
  who.send('DELETE', `/api/blocks/${kind}/${id}`)

beforeEach(async () => {
  buyer = await signedIn(test)
})

/** A browser that logs in as somebody, with its bearer token beside the cookies. */
async function loggedIn({ email }: Person): Promise<Browser & { bearer: Record<string, string> }> {
  const browser = browserOf(test)
  browser.cookies.set('content', 'show')
  const { body } = await browser.post('/api/login', { email, password: PASSWORD })
  return { ...browser, bearer: { authorization: `Bearer ${body.accessToken}` } }
}

async function blockBoth(who: Pick<Person, 'put'>) {
  expect((await put(who, 'developer', blockedDeveloper.id)).status).toBe(200)
  expect((await put(who, 'game', blockedGame.id)).status).toBe(200)
}

const VISITOR = { cookie: 'content=show' }

describe('PR9 W4 a blocked developer and a blocked game', () => {
  it('are in no public answer and on no page of the account, with or without its token, and visitors see them', async () => {
    const [first, second] = byBlocked as [TestGame, TestGame]
    const reads = publicReads(
      [
        await plantThing(test, [shown, blockedGame], 'RPG'),
        await plantThing(test, [blockedGame, shown], 'okapi tag'),
        await plantThing(test, [first, second], 'quagga tag'),
      ],
      ['lantern', 'okapi', 'quagga'],
    )
    await test.forgetCatalog()
    await blockBoth(buyer)
    const browser = await loggedIn(buyer)
    const leaking: string[] = []
    for (const path of reads)
      for (const headers of path.startsWith('/api/') ? [{}, browser.bearer] : [{}]) {
        const { text, status, headers: answered } = await browser.get(path, headers)
        expect(status, path).toBeLessThan(500)
        const said = withoutSearch(text, path)
        if ([...TRACES, blockedDeveloper.username].some((trace) => said.includes(trace))) leaking.push(path)
        if (!path.startsWith('/api/') && status === 200)
          expect(answered.get('cache-control'), path).toBe('private, no-store')
      }
    expect(leaking).toEqual([])
    const naming: string[] = []
    for (const path of reads) {
      const said = withoutSearch((await test.nobody.get(path, VISITOR)).text, path)
      if (TRACES.some((trace) => said.includes(trace))) naming.push(path)
    }
    await test.sql`update bundles set ended_at = now()`
    expect(naming.length).toBeGreaterThan(40)
    for (const path of ['/', '/games', '/games/feed.xml', `/dev/${blockedDeveloper.id}/feed.atom`])
      expect(naming).toContain(path)
    for (const path of ['/tag/okapi%20tag/feed.atom', `/game/${blockedGame.id}`, `/game/${first.id}/posts`])
      expect(naming).toContain(path)
    expect(naming.filter((path) => /^\/bundle\/(?!no-such)/.test(path))).toHaveLength(6)
  })

  it('are not counted in totals, facets and sections', async () => {
    await blockBoth(buyer)
    for (const query of ['', 'q=lantern', 'tag=RPG']) {
      const { body, headers } = await buyer.get(`/api/games?limit=100&${query}`)
      expect(body.map(({ slug }: { slug: string }) => slug)).toEqual([shown.slug])
      expect([headers.get('x-total-count'), headers.get('x-hidden-count')]).toEqual(['1', '3'])
      const facets = (await buyer.get(`/api/games/facets?${query}`)).body
      expect(facets.stage).toEqual([{ value: 'Released', count: 1 }])
      expect(facets.sale).toEqual([])
    }
    const browser = await loggedIn(buyer)
    expect((await browser.get('/games')).text).toContain('3 more are hidden by your blocks.')
    await buyer.put('/api/limits', { levels: levelsWith({ gore: 1 }), allowsAvoidable: false })
    expect((await browser.get('/games')).text).toContain('4 more are hidden by your limits and blocks.')
  })

  it('are hidden from whatever page of the same address was made before', async () => {
    await blockBoth(buyer)
    const browser = await loggedIn(buyer)
    const sees = async (who: Pick<Person, 'get'>, headers = {}) =>
      (await who.get('/games', headers)).text.includes('quagga')
    for (const mine of [true, false, true, false])
      expect(await (mine ? sees(browser) : sees(test.nobody, VISITOR))).toBe(!mine)
  })
})

/** A post of a game that names it. */
async function postOf(game: TestGame): Promise<string> {
  const { id } = await test.row<{ id: string }>`
    insert into posts (id, game_id, created_by, audience, title, body, is_emailed, published_at)
    select gen_random_uuid(), id, developer_id, 'everyone', title, '<p>' || title || '</p>', false, now()
    from games where id = ${game.id} returning id`
  return id
}

/** What an answer says in small letters, without the word that was searched for where it stands alone. */
const withoutSearch = (text: string, path: string) => {
  const said = text.toLowerCase()
  return path.includes('q=')
    ? said.replaceAll(/(?<!of the )\b(?:quagga|okapi)\b(?! lantern| tag|[.-])/g, '')
    : said
}

describe('PR3 a direct link', () => {
  it('to a blocked game answers a panel that names nothing, and shows it once on request', async () => {
    await blockBoth(buyer)
    const browser = await loggedIn(buyer)
    for (const game of [blockedGame, byBlocked[0] as TestGame])
      for (const path of ['', '/releases', '/posts', `/posts/${await postOf(game)}`].map(
        (rest) => `/game/${game.id}${rest}`,
      )) {
        const { status, text } = await browser.get(path)
        expect([status, text.includes('Hidden by your blocks')], path).toEqual([200, true])
        for (const trace of [...TRACES, 'antern of', blockedDeveloper.username])
          expect(text).not.toContain(trace)
        expect((await browser.get(`${path}?show=once`)).text.toLowerCase()).toContain('lantern')
      }
    const call = `/api/games/${blockedGame.id}`
    expect(await buyer.get(call)).toMatchObject({ status: 403, body: { code: 'hidden_by_blocks' } })
    expect((await buyer.get(`${call}?show=once`)).body.title).toBe('Okapi lantern')
    expect((await browser.get(`/game/${blockedGame.id}/feed.atom`)).status).toBe(404)
    expect((await developer.get(call)).status).toBe(200)
  })

  it('to a blocked developer as well, and once it is shown with their games', async () => {
    await blockBoth(buyer)
    const browser = await loggedIn(buyer)
    const page = `/dev/${blockedDeveloper.username}`
    const { status, text } = await browser.get(page)
    expect([status, text.includes('Hidden by your blocks')]).toEqual([200, true])
    for (const trace of TRACES) expect(text).not.toContain(trace)
    expect((await browser.get(`${page}?show=once`)).text).toContain('quagga')
    const call = `/api/profile/${blockedDeveloper.username}`
    expect(await buyer.get(call)).toMatchObject({ status: 403, body: { code: 'hidden_by_blocks' } })
    expect((await buyer.get(`${call}?show=once`)).body.games).toHaveLength(2)
  })
})

it('PR3 posts and feeds of what an account blocked are nobody’s to read with its session, and stay public', async () => {
  const post = `/api/posts/${await postOf(blockedGame)}`
  const posts = `/api/games/${blockedGame.id}/posts`
  const feeds = ['/games/feed.xml', `/dev/${developer.username}/feed.atom`, '/tag/rpg/feed.atom']
  const theirs = [`/dev/${blockedDeveloper.username}/feed.atom`, '/tag/quagga%20tag/feed.atom']
  await test.forgetCatalog()
  await blockBoth(buyer)
  const browser = await loggedIn(buyer)
  const mine = async (path: string) => (await browser.get(path, browser.bearer)).text.toLowerCase()
  for (const path of [post, posts, ...feeds, ...theirs])
    for (const trace of ['okapi lantern', 'quagga lantern', 'lantern of the quagga'])
      expect(await mine(path), path).not.toContain(trace)
  for (const path of [post, posts, ...feeds])
    expect((await test.nobody.get(path, VISITOR)).text, path).toContain('Okapi lantern')
})

describe('PR3 the cookie of a browser with blocks', () => {
  it('comes with the first block and at log-in, names nothing, and goes with the last one', async () => {
    const browser = await loggedIn(buyer)
    expect(browser.cookies.has('viewer')).toBe(false)
    const first = await browser.send('PUT', `/api/blocks/game/${blockedGame.id}`, { headers: browser.bearer })
    expect(first.headers.getSetCookie().join()).toMatch(
      /^viewer=[\w-]{22}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const token = browser.cookies.get('viewer')
    await browser.send('PUT', `/api/blocks/developer/${blockedDeveloper.id}`, { headers: browser.bearer })
    expect(browser.cookies.get('viewer')).toBe(token)
    const other = await loggedIn(buyer)
    expect(other.cookies.get('viewer')).not.toBe(token)
    const rows = await test.sql<{ row: string }>`select row_to_json(sessions)::text as row from sessions
      where account_id = ${buyer.id}`
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
    await lift(buyer, 'game', blockedGame.id)
    await lift(buyer, 'developer', blockedDeveloper.id)
    expect((await browser.get('/games')).text).toContain('quagga')
    for (const each of [browser, other]) {
      await each.get('/api/whoami', each.bearer)
      expect(each.cookies.has('viewer')).toBe(false)
    }
  })

  it('comes to a browser that was logged in before the first block was made elsewhere', async () => {
    const browser = await loggedIn(buyer)
    await put(buyer, 'game', blockedGame.id)
    await browser.get('/api/whoami', browser.bearer)
    expect(browser.cookies.has('viewer')).toBe(true)
    expect((await browser.get('/games')).text).not.toContain('okapi')
  })

  it('is the same for two tabs that are answered at once, and of two log-ins in one browser hides by either', async () => {
    const browser = await loggedIn(buyer)
    await put(buyer, 'game', blockedGame.id)
    const tabs = await Promise.all([1, 2, 3].map(() => test.nobody.get('/api/whoami', browser.bearer)))
    const given = tabs.map(({ headers }) => /^viewer=([^;]+)/.exec(headers.getSetCookie().join())?.[1])
    expect(given[0]).toMatch(/^[\w-]{22}$/)
    expect(new Set(given).size).toBe(1)
    const second = await test.nobody.post(
      '/api/login',
      { email: buyer.email, password: PASSWORD },
      { cookie: `viewer=${given[0]}` },
    )
    const others = second.headers.getSetCookie().flatMap((line) => /^viewer=([^;]+)/.exec(line)?.[1] ?? [])
    expect(others).toHaveLength(1)
    expect(others).not.toContain(given[0])
    for (const viewer of [given[0], ...others]) {
      const { text } = await test.nobody.get('/games', { cookie: `content=show; viewer=${viewer}` })
      expect(text).not.toContain('okapi')
    }
  })

  it('is dead after log-out, a suspension and the end of its session, and a forged one shows what visitors see', async () => {
    await blockBoth(buyer)
    const visitor = (await test.nobody.get('/games', VISITOR)).text
    const endings: ((browser: Awaited<ReturnType<typeof loggedIn>>) => Promise<unknown>)[] = [
      (browser) => browser.post('/api/logout'),
      (browser) => browser.send('DELETE', '/api/sessions', { headers: browser.bearer }),
      () => test.sql`update sessions set ends_at = now() where account_id = ${buyer.id}`,
      () => test.sql`update accounts set suspended_at = now() where id = ${buyer.id}`,
    ]
    for (const end of endings) {
      const browser = await loggedIn(buyer)
      const stale = { cookie: `content=show; viewer=${browser.cookies.get('viewer')}` }
      expect((await test.nobody.get('/games', stale)).text).not.toBe(visitor)
      await end(browser)
      expect(await test.nobody.get('/games', stale)).toMatchObject({ text: visitor })
    }
    for (const forged of ['', 'x', 'A'.repeat(22), 'A'.repeat(4_000), '%00', buyer.id]) {
      const { text, headers } = await test.nobody.get('/games', { cookie: `content=show; viewer=${forged}` })
      expect([text, headers.get('cache-control')]).toEqual([visitor, 'public, max-age=0, must-revalidate'])
    }
  })

  it('brings the limits of its account as well, and never lifts those of the browser', async () => {
    await test.sql`insert into content_warnings (game_id, theme, level) values (${shown.id}, 15, 3)
      on conflict do nothing`
    await put(buyer, 'game', blockedGame.id)
    await buyer.put('/api/limits', { levels: levelsWith({ gore: 1 }), allowsAvoidable: false })
    const browser = await loggedIn(buyer)
    browser.cookies.delete('limits')
    expect((await browser.get('/games')).text).not.toContain(shown.slug)
    await test.sql`delete from content_warnings where game_id = ${shown.id}`
    await test.forgetCatalog()
  })
})

describe('PR3 PR4 the list', () => {
  it('takes a developer and a game once, names both, and lets go of either', async () => {
    await blockBoth(buyer)
    await blockBoth(buyer)
    const { body, headers } = await buyer.get('/api/blocks')
    expect(body).toMatchObject([
      { kind: 'game', id: blockedGame.id, name: 'Okapi lantern', path: `/game/${blockedGame.slug}` },
      { kind: 'developer', id: blockedDeveloper.id, path: `/dev/${blockedDeveloper.username}` },
    ])
    expect(headers.get('x-total-count')).toBe('2')
    expect((await lift(buyer, 'game', blockedGame.id)).status).toBe(200)
    expect((await lift(buyer, 'game', blockedGame.id)).status).toBe(200)
    expect((await buyer.get('/api/blocks')).body).toHaveLength(1)
  })

  it('refuses oneself, one’s own game, and what is not public', async () => {
    const draft = await addGame(test, { developerId: developer.id, status: 'draft' })
    const refused = async (who: Person, kind: 'developer' | 'game', id: string) => {
      const { status, body } = await put(who, kind, id)
      return [status, body.code, body.error]
    }
    expect(await refused(developer, 'developer', developer.id)).toEqual([
      409,
      'own_account',
      BLOCK_TEXT.own.developer,
    ])
    expect(await refused(developer, 'game', shown.id)).toEqual([409, 'own_game', BLOCK_TEXT.own.game])
    const missing = {
      developer: [404, 'not_found', BLOCK_TEXT.missing.developer],
      game: [404, 'not_found', BLOCK_TEXT.missing.game],
    }
    for (const id of [uuid(), draft.id]) expect(await refused(buyer, 'game', id)).toEqual(missing.game)
    for (const id of [uuid(), buyer.id, (await signedIn(test)).id])
      expect(await refused(buyer, 'developer', id)).toEqual(missing.developer)
    expect((await put(buyer, 'tag', shown.id)).status).toBe(400)
  })

  it.each([
    ['developer', 'blocked_developers', 'developer_id', 'accounts'],
    ['game', 'blocked_games', 'game_id', 'games'],
  ] as const)('holds no more than its bound of each kind: %s', async (kind, table, target, targets) => {
    const id = kind === 'game' ? blockedGame.id : blockedDeveloper.id
    await put(buyer, kind, id)
    await test.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx) // rows of nothing, for their number alone
      await sql`insert into ${sql.table(table)} (account_id, ${sql.ref(target)})
        select ${buyer.id}, gen_random_uuid() from generate_series(2, ${BLOCKS_MAX[kind]}::integer)`.execute(
        tx,
      )
    })
    const another = kind === 'game' ? shown.id : developer.id
    expect(await put(buyer, kind, another)).toMatchObject({
      status: 409,
      body: { code: 'list_full', error: BLOCK_TEXT.full[kind] },
    })
    expect((await put(buyer, kind, id)).status).toBe(200)
    await sql`delete from ${sql.table(table)} where account_id = ${buyer.id}
      and not ${sql.ref(target)} in (select id from ${sql.table(targets)})`.execute(test.db)
    expect((await put(buyer, kind, another)).status).toBe(200)
  })

  it('names nothing that is no longer public, and forgets whom its account or theirs was deleted', async () => {
    const leaving = await signedIn(test, 'developer')
    const gone = await plant(leaving, 'Aardvark', 'aardvark')
    await put(buyer, 'developer', leaving.id)
    await put(buyer, 'game', gone.id)
    await test.sql`update games set suspended_at = now() where id = ${gone.id}`
    expect((await buyer.get('/api/blocks')).body[0]).toMatchObject({ kind: 'game', name: null, path: null })
    await test.db.transaction().execute((tx) => removeAccount(test.store, tx, leaving.id))
    expect((await buyer.get('/api/blocks')).body.map(({ kind }: { kind: string }) => kind)).toEqual(['game'])
    await test.db.transaction().execute((tx) => removeAccount(test.store, tx, buyer.id))
    expect(await test.sql`select from account_blocks where account_id = ${buyer.id}`).toEqual([])
    expect(await test.sql`select from blocked_games where account_id = ${buyer.id}`).toEqual([])
  })
})

it('PR3 owned games stay in library and orders without their pictures, a basket keeps what is in it, and a bundle with a blocked game is not offered', async () => {
  const [first, second] = byBlocked as [TestGame, TestGame]
  await buyAndPay(test, buyer, first)
  await buyer.post('/api/basket', { goods: [{ gameId: second.id, fileId: null }] })
  const bundleId: string = (
    await blockedDeveloper.post('/api/dev/bundles', {
      title: 'Both',
      price: 6,
      gameIds: byBlocked.map(({ id }) => id),
    })
  ).body._id
  const bundles = async () => (await buyer.get(`/api/bundles?game=${second.id}`)).body.length
  const before = [await bundles(), (await buyer.get('/api/basket')).body.items.length]
  await blockBoth(buyer)
  expect((await buyer.get('/api/library')).body).toMatchObject([{ gameId: first.id, isBeyondLimits: true }])
  const orders = await buyer.get('/api/orders')
  expect(orders.body).toHaveLength(1)
  expect(orders.text).not.toContain('quagga.webp')
  expect([bundleId, before[0], await bundles()]).toEqual([expect.any(String), 1, 0])
  expect((await buyer.get('/api/basket')).body.items.length).toBe(before[1])
  await blockedDeveloper.post(`/api/dev/bundles/${bundleId}/end`)
})
