import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Store as StoreInfo } from '../../web/app/services.ts'
import { useTestStore } from '../testing/store.ts'
import type { PageSource } from './page-source.ts'
import { refusalPage } from './refusal-page.ts'

const test = useTestStore({ pages: 'built', settings: { SUPPORT_EMAIL: 'help@store.example' } })

const asPerson = (path: string, method = 'GET') =>
  test.nobody.send(method, path, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
const asProgram = (path: string, method = 'GET') =>
  test.nobody.send(method, path, { headers: { accept: 'application/json' } })

it.each([
  ['an address that cannot be decoded', 'GET', '/game/100%', 400],
  ['one cut in the middle of a letter', 'GET', '/game/%E0%A4', 400],
  ['one with a null in it', 'GET', '/games%00', 400],
  ['one that is too long', 'GET', `/games?q=${'a'.repeat(9_000)}`, 414],
  ['a page that is posted to', 'POST', '/games', 405],
  ['a file that is not there', 'GET', '/files/game-files/00/none', 403],
  ['what is no known address', 'GET', '/.well-known/nothing', 404],
])('%s shows a page to people and JSON to programs', async (_, method, path, status) => {
  const page = await asPerson(path, method)
  expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
  expect(page.text).toMatch(/^<!DOCTYPE html><html lang="en".*<title>[^<]+ · No Filler<\/title>/s)
  expect(page.text).toContain('href="/"')
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const answer = await asProgram(path, method)
  expect([answer.status, answer.body.error]).toEqual([status, expect.any(String)])
  expect(page.text).toContain(answer.body.error)
})

it('the API answers JSON to everybody', async () => {
  const { status, body } = await asPerson('/api/games/100%')
  expect([status, body.code]).toEqual([400, 'bad_request'])
})

it('answers the well-known addresses of browsers, password managers and researchers', async () => {
  const change = await test.nobody.get('/.well-known/change-password')
  expect([change.status, change.headers.get('location')]).toEqual([302, '/settings/security'])
  for (const [old, now] of [
    ['/settings/mails?from=news', '/settings?from=news'],
    ['/admin/reviews/0197?from=mail', '/admin/approvals/0197?from=mail'],
  ] as const) {
    const moved = await test.nobody.get(old) // in emails that were sent
    expect([moved.status, moved.headers.get('location')]).toEqual([308, now])
  }
  const disowning = await test.nobody.get('/reset-password?not-me=%E4%BD%A0%0D%0Aa%2Fb')
  expect([disowning.status, disowning.headers.get('location')]).toEqual([
    302,
    '/take-back#not-me=%E4%BD%A0%0D%0Aa%2Fb',
  ])
  expect((await test.nobody.get('/.well-known/resource-that-should-not-exist')).status).toBe(404)

  const { text, headers } = await test.nobody.get('/.well-known/security.txt')
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/) as [string, string]),
  )
  expect(fields.get('Contact')).toBe('mailto:help@store.example')
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(150)
  expect(days).toBeLessThan(365)
  expect(fields.get('Canonical')).toMatch(/\/\.well-known\/security\.txt$/)

  for (const [path, type] of [
    ['/favicon.ico', /^image\/(?:x-icon|vnd\.microsoft\.icon)/],
    ['/apple-touch-icon.png', /^image\/png/],
  ] as const) {
    const icon = await test.nobody.get(path)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, expect.stringMatching(type)])
  }
})

it('caches the page of a busy store, but neither a failed rendering nor a page with a message of its own', async () => {
  const rendered: string[] = []
  const renderRefusal: PageSource['renderRefusal'] = async (_store, _status, message) => {
    rendered.push(message)
    if (rendered.length === 1) throw new Error('not this time')
    return `<html><body>${message}</body></html>`
  }
  const refuse = refusalPage({} as StoreInfo, { renderRefusal } as PageSource) // it asks for nothing else
  const app = Fastify()
  app.get<{ Querystring: { status: string; says: string } }>('/', (request, reply) =>
    refuse(request, reply, Number(request.query.status), request.query.says),
  )
  const ask = async (status: number, says: string) =>
    (await app.inject({ url: '/', query: { status: String(status), says } })).statusCode
  for (let request = 0; request < 60; request += 1) await ask(500, `Request ${request}`)
  rendered.splice(0, rendered.length)
  expect([await ask(503, 'Busy'), await ask(503, 'Busy'), await ask(503, 'Busy')]).toEqual([500, 503, 503])
  expect(rendered).toEqual(['Busy', 'Busy'])
  await app.close()
})
