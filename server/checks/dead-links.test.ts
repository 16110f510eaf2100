import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { outsideClient } from '../platform/http/outside-client.ts'
import { type Outside, outside } from '../testing/fakes/outside.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'
import { purgeLinkChecks } from './dead-links.ts'

const test = useTestStore({ settings: { OUTSIDE_REQUESTS: 'on' } })
let internet: Outside
let june: Person
beforeAll(async () => {
  internet = await outside()
  test.store.outside = outsideClient([], internet.resolve, internet.connectorOf)
})
afterAll(() => internet.close())
beforeEach(async () => {
  await test.db.deleteFrom('link_checks').execute()
  Object.assign(internet, { names: new Map(), asked: [] })
  june = await signedIn(test, 'developer')
})

const links = (...urls: string[]) => urls.map((url) => `<p><a href="${url}">x</a></p>`).join('')

async function gameWith(description: string, developer = june) {
  const { id } = await addGame(test, { developerId: developer.id, description })
  return id
}

async function check(id: string, developer = june): Promise<string[]> {
  await developer.post(`/api/games/${id}/preflight`)
  await test.drain()
  const { body } = await developer.post(`/api/games/${id}/preflight`)
  return body.findings
    .filter((finding: { id: string }) => finding.id === 'dead-link')
    .map(({ sentence }: { sentence: string }) => sentence)
}

it('PF2 finds links that are gone, and names that nobody knows, but no site that is merely unwell', async () => {
  for (const name of ['fine', 'gone', 'moved', 'down', 'shy'])
    internet.names.set(`${name}.example`, [['1.1.1.1']])
  internet.answerBy(({ method, headers: { host = '' } }, response) => {
    const status = { 'fine.example': 200, 'gone.example': 404, 'moved.example': 301, 'down.example': 503 }[
      host
    ]
    response.writeHead(status ?? (method === 'HEAD' ? 404 : 200)).end()
  })
  const names = ['fine', 'gone', 'moved', 'down', 'shy', 'unknown']
  const id = await gameWith(links(...names.map((name) => `http://${name}.example/page#part`)))
  expect(await check(id)).toEqual([
    'gone.example answers “not found”.',
    'There is no site named unknown.example.',
  ])
  expect(internet.asked.filter((line) => line.includes('shy'))).toEqual(['GET shy.example/page'])
})

it('PF2 asks a host once in 24 hours, for whomever, and keeps what it found as long', async () => {
  internet.names.set('wiki.example', [['1.1.1.1']])
  internet.answerBy((_request, response) => void response.writeHead(410).end())
  const id = await gameWith(links('http://wiki.example/a', 'http://wiki.example/b'))
  expect(await check(id)).toHaveLength(1)
  const kim = await signedIn(test, 'developer')
  expect(await check(await gameWith(links('http://wiki.example/c'), kim), kim)).toEqual([])
  expect(internet.asked).toHaveLength(1)
  await sql`update link_checks set checked_at = checked_at - interval '25 hours'`.execute(test.db)
  internet.answerBy((_request, response) => void response.end())
  expect(await check(id)).toEqual([])
  await purgeLinkChecks(test.store)
  expect(await test.db.selectFrom('link_checks').select('url').execute()).toHaveLength(1)
})

it('PF2 asks 50 links of a page at most, and 200 for a developer in a day', async () => {
  const ids = []
  for (let page = 0; page < 5; page += 1) {
    const urls = Array.from({ length: 60 }, (_, at) => `http://site-${page}-${at}.example/`)
    ids.push(await gameWith(links(...urls)))
  }
  const counts = []
  for (const id of ids) counts.push((await check(id)).length)
  expect(counts).toEqual([50, 50, 50, 50, 0])
})

it('PF2 asks nothing outside with OUTSIDE_REQUESTS=off', async () => {
  internet.names.set('site.example', [['1.1.1.1']])
  const id = await gameWith(links('http://site.example/'))
  test.store.config.OUTSIDE_REQUESTS = 'off'
  expect(await check(id)).toEqual([])
  expect(internet.asked).toEqual([])
  test.store.config.OUTSIDE_REQUESTS = 'on'
})
