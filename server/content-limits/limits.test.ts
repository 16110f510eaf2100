import { calls } from '@nofiller/contract/calls'
import { THEMES, type ThemeId } from '@nofiller/contract/content-limits/content-warnings'
import {
  LIMITS_COOKIE,
  type LimitLevel,
  levelsWith,
  NO_LIMITS,
  STRICTEST,
  writeLimits,
} from '@nofiller/contract/content-limits/limit-rules'
import type { LibraryEntry } from '@nofiller/contract/library/library'
import { beforeAll, describe, expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import type { Client } from '../testing/client.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { PASSWORD, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { plantThing, publicReads } from '../testing/public-reads.ts'
import { useTestStore } from '../testing/store.ts'

type Planted = TestGame & { title: string; theme: ThemeId | null }

const test = useTestStore({ pages: 'built' })
const developer = usePerson(test, 'developer')
/** One game for each theme, which shows that theme and no other, and one without any. */
const games: Planted[] = []

beforeAll(async () => {
  for (const { id } of THEMES) games.push(await plant(id))
  games.push(await plant(null))
  await test.db
    .insertInto('featured_games')
    .values(games.map((game, position) => ({ game_id: game.id, position })))
    .execute()
  await test.forgetCatalog()
})

async function plant(theme: ThemeId | null): Promise<Planted> {
  const title = `Lantern about ${theme ?? 'nothing'} here`
  const game = await addGame(test, { developerId: developer.id, title, tags: ['RPG', `Tag ${theme}`] })
  await answer(game, theme ? { [theme]: 3 } : {})
  return { ...game, title, theme }
}

/** Answers every theme: the named ones with a level, the others as not in the game. */
async function answer(
  game: TestGame,
  levels: Partial<Record<ThemeId, number>>,
  marks: { avoidable?: boolean; spoiler?: boolean } = {},
) {
  await test.db.deleteFrom('content_warnings').where('game_id', '=', game.id).execute()
  await test.db
    .insertInto('content_warnings')
    .values(
      THEMES.map(({ number, id }) => ({
        game_id: game.id,
        theme: number,
        level: levels[id] ?? 0,
        note: null,
        ...(levels[id] && marks),
      })),
    )
    .execute()
}

const limitsText = (levels: Partial<Record<ThemeId, LimitLevel>>, allowsAvoidable = false) =>
  writeLimits({ levels: levelsWith(levels), allowsAvoidable })
const cookie = (text: string) => ({ cookie: `content=show; ${LIMITS_COOKIE}=${text}` })
const put = (caller: Client, body: unknown, headers: Record<string, string> = {}) =>
  caller.put('/api/limits', body, { ...headers })

describe('W4 a game that limits hide', () => {
  it('appears in no list, for each single theme', async () => {
    for (const hidden of games) {
      if (hidden.theme === null) continue
      const headers = cookie(limitsText({ [hidden.theme]: 1 }))
      const listed = (await test.nobody.get('/api/games?limit=100', headers)).body as { _id: string }[]
      const others = games.filter(({ id }) => id !== hidden.id)
      expect(listed.map(({ _id }) => _id).sort()).toEqual(others.map(({ id }) => id).sort())
    }
  })

  it.each([THEMES[0].id, THEMES[9].id, THEMES[19].id])(
    'appears in no public answer and on no page when %s is hidden',
    async (theme) => {
      const hidden = games.find((game) => game.theme === theme) as Planted // one for each theme was planted
      const headers = cookie(limitsText({ [theme]: 1 }))
      const shown = games.at(-1) as Planted // as above
      const things = [
        await plantThing(test, [shown, hidden], 'RPG'),
        await plantThing(test, [hidden, shown], `Tag ${theme}`),
      ]
      await test.forgetCatalog()
      const leaking: string[] = []
      for (const path of publicReads(things, ['lantern', hidden.title])) {
        const { text, status } = await test.nobody.get(path, headers)
        expect(status, path).toBeLessThan(500)
        const said = path.includes('q=') ? text.replaceAll(new RegExp(hidden.title, 'gi'), '') : text
        if ([hidden.slug, hidden.title, `Tag ${theme}`].some((trace) => said.includes(trace)))
          leaking.push(path)
      }
      await test.sql`update bundles set ended_at = now()`
      expect(leaking).toEqual([])
    },
  )

  it('appears in the same answers for visitors who do not hide it', async () => {
    const shown = games[0] as Planted // one for each theme was planted
    const headers = cookie(limitsText({ flashing: 1 }))
    const paths = [
      '/api/games?limit=100',
      '/api/games/suggest?q=tag+noncon',
      '/games/feed.xml',
      `/dev/${developer.username}`,
      '/',
    ]
    for (const path of paths) {
      const { text } = await test.nobody.get(path, headers)
      expect(text.includes(shown.slug) || text.includes('Tag noncon'), path).toBe(true)
    }
  })

  it('is not counted in totals and facets', async () => {
    for (const levels of [{ gore: 1 }, { gore: 1, hate: 3, noncon: 2 }] as const) {
      const headers = cookie(limitsText(levels))
      const left = games.length - Object.keys(levels).length
      for (const query of ['limit=100', 'limit=100&q=lantern', 'limit=100&tag=RPG']) {
        const { body, headers: answered } = await test.nobody.get(`/api/games?${query}`, headers)
        expect(body).toHaveLength(left)
        expect(answered.get('x-total-count')).toBe(String(left))
        expect(answered.get('x-hidden-count')).toBe(String(games.length - left))
        const facets = (
          await test.nobody.get(
            `/api/games/facets?${query.replace('limit=100', '').replace('&', '')}`,
            headers,
          )
        ).body
        expect(facets.stage).toEqual([{ value: 'Released', count: left }])
        for (const { value, count } of facets.tags) {
          const rows = await test.nobody.get(`/api/games?limit=100&tag=${encodeURIComponent(value)}`, headers)
          expect(rows.body, value).toHaveLength(count)
        }
      }
      const counted = await put(test.nobody, { levels: levelsWith(levels), allowsAvoidable: false })
      expect(counted.body).toMatchObject({ hidden: games.length - left, total: games.length })
      const profile = (await test.nobody.get(`/api/profile/${developer.username}`, headers)).body
      expect([profile.games.length, profile.hidden]).toEqual([left, games.length - left])
    }
  })
})

describe('W3', () => {
  it('hides unanswered themes, and shows avoidable content where that is allowed', async () => {
    const game = await addGame(test, { developerId: developer.id, title: 'Undecided' })
    const isListed = async (text: string) => {
      await test.forgetCatalog()
      return (await test.nobody.get('/api/games?limit=100', cookie(text))).text.includes(game.slug)
    }
    expect([await isListed(limitsText({})), await isListed(limitsText({ gore: 1 }, true))]).toEqual([
      true,
      false,
    ])
    await answer(game, { gore: 2 }, { avoidable: true })
    expect(await isListed(limitsText({ gore: 1 }))).toBe(true)
    expect(await isListed(limitsText({ gore: 2 }))).toBe(false)
    expect(await isListed(limitsText({ gore: 3 }, true))).toBe(true)
    await test.db.deleteFrom('games').where('id', '=', game.id).execute()
    await test.forgetCatalog()
  })
})

describe('W5', () => {
  it('applies each visitor’s own limits at the same address, in either order', async () => {
    const hidden = games[0] as Planted
    const limited = cookie(limitsText({ [hidden.theme ?? 'gore']: 1 }))
    const open = { cookie: 'content=show' }
    for (const path of ['/games', '/games.data', '/api/games?limit=100', '/']) {
      const seen = async (headers: Record<string, string>) => {
        const { text, headers: answered } = await test.nobody.get(path, headers)
        return [text.includes(hidden.slug), answered.get('cache-control')]
      }
      const both = [
        [true, 'public, max-age=0, must-revalidate'],
        [false, 'private, no-store'],
      ]
      await test.forgetCatalog()
      expect([await seen(open), await seen(limited), await seen(open)], path).toEqual([...both, both[0]])
      await test.forgetCatalog()
      expect([await seen(limited), await seen(open), await seen(limited)], path).toEqual([both[1], ...both])
      await test.forgetCatalog()
      const atOnce = Array.from({ length: 20 }, (_, at) => seen(at % 2 ? limited : open))
      expect(await Promise.all(atOnce), path).toEqual(atOnce.map((_, at) => both[at % 2]))
    }
  })

  it.each(['', 'v1.zzzzzzzz', 'v2.0', 'none', '1'.repeat(3_000), 'v1.0%20'])(
    'treats a forged value as hiding every known theme: %.20s',
    async (text) => {
      const { body } = await test.nobody.get('/api/games?limit=100', cookie(text))
      expect(body.map(({ slug }: { slug: string }) => slug)).toEqual([games.at(-1)?.slug])
      expect((await test.nobody.get('/games', cookie(text))).text).not.toContain(games[0]?.slug)
      expect((await test.nobody.get('/api/limits', cookie(text))).body.levels).toEqual(STRICTEST.levels)
    },
  )

  it('combines the limits of account and browser, and the account’s limits apply in another browser', async () => {
    const buyer = await signedIn(test)
    const saved = await put(buyer, { levels: levelsWith({ gore: 1 }), allowsAvoidable: false })
    expect(saved.body).toMatchObject({ hidden: 1, total: games.length })
    const total = async (headers?: Record<string, string>) =>
      Number((await buyer.get('/api/games', headers)).headers.get('x-total-count'))
    expect(await total()).toBe(games.length - 1)
    expect(await total(cookie(limitsText({ hate: 1 })))).toBe(games.length - 2)
    expect(await total(cookie(limitsText({})))).toBe(games.length - 1)
    expect((await buyer.get('/api/limits')).body.levels.gore).toBe(1)
  })

  it('signing in applies the account’s limits, and signing out restores the browser’s', async () => {
    const person = await signedIn(test)
    const own = limitsText({ gore: 2 })
    const device = limitsText({ hate: 1 })
    await put(person, { levels: levelsWith({ gore: 2 }), allowsAvoidable: false })
    const cookiesAfter = (headers: Headers, before: Record<string, string>) => {
      const jar = { ...before }
      for (const set of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        if (/Max-Age=0|Expires=Thu, 01 Jan 1970/.test(set)) delete jar[name]
        else jar[name] = value
        if (name === LIMITS_COOKIE && value)
          expect(set).toMatch(/Max-Age=34560000; Path=\/; HttpOnly.*SameSite=Lax/)
      }
      return jar
    }
    const header = (jar: Record<string, string>) => ({
      cookie: Object.entries(jar)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    })
    const password = PASSWORD
    for (const before of [{ limits: device }, {}] as Record<string, string>[]) {
      const login = await test.nobody.post('/api/login', { email: person.email, password }, header(before))
      const during = cookiesAfter(login.headers, before)
      expect(during.limits).toBe(own)
      const again = await test.nobody.post('/api/login', { email: person.email, password }, header(during))
      const logout = await test.nobody.post(
        '/api/logout',
        undefined,
        header(cookiesAfter(again.headers, during)),
      )
      expect(cookiesAfter(logout.headers, during).limits).toBe(before.limits)
      const dead = await test.nobody.post('/api/refresh', undefined, header({ ...during, refresh: 'gone' }))
      expect(dead.status).toBe(401)
      expect(cookiesAfter(dead.headers, during).limits).toBe(before.limits)
    }
  })
})

describe('W6 a direct link to a hidden game', () => {
  it('answers 200 with the reason and without the game, and shows it once on request', async () => {
    const hidden = games[14] as Planted
    await test.sql`update games set description = '<p>Words of the well</p>' where id = ${hidden.id}`
    await test.forgetCatalog()
    const headers = cookie(limitsText({ gore: 1 }))
    for (const path of [`/game/${hidden.id}`, `/game/${hidden.id}.data`]) {
      const { status, text } = await test.nobody.get(path, headers)
      expect(status, path).toBe(200)
      for (const said of [hidden.title, hidden.slug, 'Words of the well', developer.username])
        expect(text, `${path} ${said}`).not.toContain(said)
    }
    const { text } = await test.nobody.get(`/game/${hidden.id}`, headers)
    expect(text).toContain('Hidden by your limits: Gore and torture (shown)')
    expect(text).toContain('Show this once')
    expect((await test.nobody.get(`/game/${hidden.id}?show=once`, headers)).text).toContain(
      'Words of the well',
    )
    expect((await test.nobody.get(`/api/games/${hidden.id}`, headers)).body).toEqual({
      error: 'Hidden by your limits: Gore and torture (shown)',
      code: 'hidden_by_limits',
    })
    expect((await test.nobody.get(`/api/games/${hidden.id}?show=once`, headers)).body.title).toBe(
      hidden.title,
    )
    expect((await developer.get(`/api/games/${hidden.id}`, headers)).body.title).toBe(hidden.title)
  })

  it('names no theme that is a spoiler, and says when nothing was answered', async () => {
    const hidden = games[14] as Planted
    const headers = cookie(limitsText({ gore: 1 }))
    const reason = async () => {
      await test.forgetCatalog()
      return (await test.nobody.get(`/api/games/${hidden.id}`, headers)).body.error
    }
    await answer(hidden, { gore: 3 }, { spoiler: true })
    expect(await reason()).toBe('Hidden by your limits: a theme you hide')
    expect((await test.nobody.get(`/game/${hidden.id}`, headers)).text).not.toContain('Gore')
    await test.db.deleteFrom('content_warnings').where('game_id', '=', hidden.id).execute()
    expect(await reason()).toBe('Hidden by your limits: themes its developer hasn’t told us about')
    await answer(hidden, { gore: 3 })
    await test.forgetCatalog()
  })
})

it('W9 refuses a preset without a level or with an unknown theme', async () => {
  for (const body of [
    { levels: {}, allowsAvoidable: true },
    { levels: { ...NO_LIMITS.levels, gore: 4 }, allowsAvoidable: true },
  ])
    expect((await put(test.nobody, body)).status).toBe(400)
})

it('W7 owned games stay in library and orders, with their pictures marked or left out', async () => {
  const [gore, other] = [games.find(({ theme }) => theme === 'gore'), games.at(-1)] as [Planted, Planted]
  const picture = {
    url: '/uploads/gore.webp',
    width: 500,
    height: 350,
    blur: 'data:,',
    widths: [250],
    alt: '',
  }
  await test.sql`update games set card = ${JSON.stringify(picture)} where id = ${gore.id}`
  const buyer = await signedIn(test)
  for (const game of [gore, other]) await buyAndPay(test, buyer, game)
  await put(buyer, { levels: levelsWith({ gore: 1 }), allowsAvoidable: false })
  const library: LibraryEntry[] = (await buyer.get('/api/library')).body
  expect(library.map(({ gameId, isBeyondLimits }) => [gameId, isBeyondLimits]).sort()).toEqual(
    [
      [gore.id, true],
      [other.id, false],
    ].sort(),
  )
  const orders = await buyer.get('/api/orders')
  expect(orders.body).toHaveLength(2)
  expect(orders.text).not.toContain(picture.url)
  const admin = await signedIn(test, 'admin')
  expect((await admin.get('/api/orders', { cookie: 'content=show' })).text).toContain(picture.url)
})

it('W10 limits are private: admins do not see them, and calls about them are logged without the caller', async () => {
  const buyer = await signedIn(test)
  await put(buyer, { levels: levelsWith({ gore: 2, hate: 3 }), allowsAvoidable: true })
  const admin = await signedIn(test, 'admin')
  const text = limitsText({ gore: 2, hate: 3 }, true)
  for (const path of ['/api/users?limit=100', `/api/admin/users/${buyer.id}`, '/api/admin/audit']) {
    const answered = await admin.get(path)
    expect(answered.status, path).toBe(200)
    expect(answered.text, path).not.toContain(text)
    expect(answered.text, path).not.toMatch(/allowsAvoidable|"gore"/)
  }
  for (const name of ['GET /api/limits', 'PUT /api/limits', 'GET /api/games/:id'] as const)
    expect(calls[name].anonymous, name).toBe(true)
})
