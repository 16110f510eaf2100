import { OTHER_SITES } from '@nofiller/contract/analytics/analytics-spans'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'
import { untilTodayLasts } from '../testing/today.ts'
import { hostOf, purgeVisitors } from './views.ts'

const test = useTestStore()
const owner = usePerson(test, 'developer')
let game: TestGame
beforeAll(async () => {
  await untilTodayLasts()
})
beforeEach(async () => {
  game = await addGame(test, { developerId: owner.id })
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const look = (userAgent = FIREFOX, referrer = '', by: Pick<Person, 'post'> = test.nobody) =>
  by.post(`/api/games/${game.id}/view`, { referrer }, { 'user-agent': userAgent })
const views = async () => (await owner.get(`/api/dev/analytics?gameId=${game.id}`)).body.total.views
const later = (minutes: number) =>
  test.sql`update view_marks set seen_at = seen_at - make_interval(mins => ${minutes})`

it('counts a visitor once in half an hour', async () => {
  await Promise.all([look(), look(), look()])
  expect(await views()).toBe(1)
  await later(29)
  await look()
  expect(await views()).toBe(1)
  await later(31)
  await look()
  await look(`${FIREFOX} another`)
  expect(await views()).toBe(3)
})

it('does not count bots, developers who view their own game, or games that are not public', async () => {
  for (const bot of ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0', '']) await look(bot)
  await look(FIREFOX, '', owner)
  await test.sql`update games set suspended_at = now() where id = ${game.id}`
  expect((await look()).status).toBe(200)
  expect(await views()).toBe(0)
})

it('stores only the host of the page that a visitor came from', async () => {
  await look(`${FIREFOX} a`, 'https://www.example.com/secret?token=1')
  await look(`${FIREFOX} b`, 'https://example.com/')
  await look(`${FIREFOX} c`, `${test.url}/games`)
  await look(`${FIREFOX} d`, 'javascript:alert(1)')
  const { referrers } = (await owner.get(`/api/dev/analytics?gameId=${game.id}`)).body
  expect(referrers).toEqual([
    { host: '', views: 2 },
    { host: 'example.com', views: 2 },
  ])
  expect(hostOf(`https://${'a'.repeat(300)}.example/`, 'store.example').length).toBeLessThanOrEqual(100)
})

it('stores up to a hundred referring hosts for each game and day, and counts the rest together', async () => {
  for (let number = 0; number < 103; number += 1)
    await look(`${FIREFOX} ${number}`, `https://site-${number}.example/`)
  await look(`${FIREFOX} again`, 'https://site-7.example/')
  const rows = await test.sql<{ host: string; views: number }>`
    select host, views from page_referrers where game_id = ${game.id}`
  expect(rows).toHaveLength(101)
  expect(rows).toContainEqual({ host: OTHER_SITES, views: 3 })
  expect(rows).toContainEqual({ host: 'site-7.example', views: 2 })
  expect(await views()).toBe(104)
})

it('H1 no log line says who viewed a page', async () => {
  const june = await signedIn(test)
  expect((await look(FIREFOX, '', june)).status).toBe(200)
  const path = '/api/games/:id/view' // which game it was is in no line either
  const answered = () => test.logged.map((line) => JSON.parse(line)).find((line) => line.req?.path === path)
  await eventually(async () => answered() !== undefined)
  const { reqId } = answered()
  const lines = test.logged.map((line) => JSON.parse(line)).filter((line) => line.reqId === reqId)
  for (const line of lines) {
    expect(line).not.toHaveProperty('address')
    expect(line).not.toHaveProperty('account')
  }
})

it('stores no visitor’s address or browser, sets no cookie, and deletes its marks after the day', async () => {
  const { headers } = await look()
  expect(headers.get('set-cookie')).toBeNull()
  const { db } = test.store
  const { rows } = await sql<{
    text: string
  }>`select row_to_json(view_marks)::text as text from view_marks`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ text }) => text).join()).not.toMatch(/127\.0\.0\.1|Firefox/)
  await sql`update view_salts set day = day - 1`.execute(db)
  await later(24 * 60)
  await purgeVisitors(db)
  expect((await sql`select from view_salts union all select from view_marks`.execute(db)).rows).toEqual([])
})
