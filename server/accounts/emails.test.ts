import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import type { Email } from 'postal-mime'
import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'
import { alreadyRegisteredMail, codeMail, passwordChangedMail, resetMail } from './emails.ts'

const test = useTestStore()

const config = readConfig({ PUBLIC_URL: 'https://store.example', SECRET_KEY: 'k'.repeat(32) })

const ASKING = { username: 'june', browser: 'Firefox on Linux', at: new Date('2026-05-06T07:08:09Z') }

it.each([
  ['code', codeMail(config, 'june@example.test', '012345', ASKING), 'sign up as june'],
  [
    'code',
    codeMail(config, 'june@example.test', '012345', ASKING),
    'https://store.example/verify#email=june%40example.test&code=012345',
  ],
  [
    'code',
    codeMail(config, 'june@example.test', '012345', ASKING),
    'Firefox on Linux on May 6, 2026, 07:08 UTC',
  ],
  [
    'reset',
    resetMail(config, 'june@example.test', 'TOKEN'),
    'https://store.example/reset-password?token=TOKEN',
  ],
  [
    'already registered',
    alreadyRegisteredMail(config, 'june@example.test'),
    'https://store.example/forgot-password',
  ],
  [
    'password changed',
    passwordChangedMail(config, 'june@example.test'),
    'https://store.example/forgot-password',
  ],
])(
  'the %s mail reads as plain text and loads nothing from afar',
  (_name, { subject, text, html }, needed) => {
    expect(subject).toContain('No Filler')
    expect(text).toContain(needed)
    expect(text).not.toMatch(/<\w|&\w+;/)
    expect(html.replaceAll('&amp;', '&')).toContain(needed)
    expect(html).not.toMatch(
      /<(?:img|link|script|iframe|object|video|style)|url\(|\bsrc=|background=|@import/i,
    )
    for (const [address] of html.matchAll(/https?:[^"<\s]+/g))
      expect(address).toMatch(/^https:\/\/store\.example\//)
  },
)

/** A request as it is sent over the connection. */
async function sendRaw(target: string, headers: string[], body: object): Promise<string> {
  const { hostname, port } = new URL(test.url)
  const json = JSON.stringify(body)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(
    [
      `POST ${target} HTTP/1.1`,
      ...headers,
      'Content-Type: application/json',
      `Content-Length: ${json.length}`,
      'Connection: close',
      '',
      json,
    ].join('\r\n'),
  )
  await once(socket, 'close')
  return answer.slice(0, 12)
}

/** An email without the parts that differ in every email. */
const essence = ({ from, to, replyTo, subject, text, html }: Email) =>
  JSON.stringify({ from, to, replyTo, subject, text, html })
    .replace(/token=[\w-]+/g, 'token=…')
    .replace(/\d{6}/g, '…')

const host = () => `Host: ${new URL(test.url).host}`
const DISGUISES: [string, (path: string) => { target: string; headers: string[] }][] = [
  ['its own Host', (path) => ({ target: path, headers: [host()] })],
  ['another Host', (path) => ({ target: path, headers: ['Host: evil.example'] })],
  [
    'X-Forwarded-Host',
    (path) => ({
      target: path,
      headers: [host(), 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: evil'],
    }),
  ],
  ['Forwarded', (path) => ({ target: path, headers: [host(), 'Forwarded: host=evil.example;proto=evil'] })],
  ['an absolute-form target', (path) => ({ target: `http://evil.example${path}`, headers: [host()] })],
  [
    'Origin and Referer',
    (path) => ({
      target: path,
      headers: [host(), 'Origin: https://evil.example', 'Referer: https://evil.example/'],
    }),
  ],
]

it('A6 writes the same email whatever host a request names', async () => {
  const june = await signedIn(test)
  const expected = { reset: '', known: '' }
  for (const [name, disguise] of DISGUISES) {
    const before = (await test.mailsTo(june.email)).length
    const ask = async (path: string, body: object) => {
      const { target, headers } = disguise(path)
      const answer = await sendRaw(target, headers, body)
      expect(answer, name).toBe('HTTP/1.1 200')
    }
    await ask('/api/forgot-password', { email: june.email })
    await eventually(async () => (await test.mailsTo(june.email)).length === before + 1)
    await ask('/api/register-start', {
      username: `u_${randomUUID().slice(0, 8)}`,
      email: june.email,
      password: 'Correct-horse-9',
    })
    await eventually(async () => (await test.mailsTo(june.email)).length === before + 2)
    const [reset = '', known = ''] = (await test.mailsTo(june.email)).slice(-2).map(essence)
    expected.reset ||= reset
    expected.known ||= known
    expect({ reset, known }, name).toEqual(expected)
    expect(reset).toContain(`${test.url}/reset-password?token=…`)
  }
})

const NOT_ONE_ADDRESS: unknown[] = [
  'a@x.test,b@y.test',
  'a@x.test;b@y.test',
  'a@x.test b@y.test',
  '"b@y.test x"@z.test',
  'a@x.test\r\nBcc: b@y.test',
  'a@x.test\n',
  '\ra@x.test',
  'a\0@x.test',
  'June <a@x.test>',
  '<a@x.test>',
  'group:a@x.test;',
  'a(comment)@x.test',
  'a@[127.0.0.1]',
  'a@b@x.test',
  '@x.test',
  'a@x',
  ['a@x.test'],
  ['a@x.test', 'b@y.test'],
  { address: 'a@x.test' },
  7,
  null,
]

/** The number of emails ever requested or queued. */
async function jobs(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from jobs.job where name in ('mail-code', 'mail-reset', 'send-mail')`.execute(
    test.store.db,
  )
  return rows[0]?.count ?? 0
}

it('A7 an email goes to one address or to none', async () => {
  const before = await jobs()
  for (const email of NOT_ONE_ADDRESS)
    for (const [path, rest] of [
      ['/api/register-start', { username: `u_${randomUUID().slice(0, 8)}`, password: 'Correct-horse-9' }],
      ['/api/verify-resend', {}],
      ['/api/forgot-password', {}],
      ['/api/contact', { subject: 'Hello', message: 'I wonder.' }],
    ] as const) {
      const { status } = await test.nobody.post(path, { email, ...rest })
      expect([400, 422], `${path} ${JSON.stringify(email)} ${status}`).toContain(status)
    }
  expect(await jobs()).toBe(before)
})

it('A7 escapes every value in the HTML and the headers of an email', () => {
  const mail = composeMail('<b>Store</b>', 'june@example.test', {
    subject: 'One\r\nBcc: b@y.test\u0000\u0085two',
    lines: [
      '<script>alert(1)</script>',
      { big: '<i>' },
      { link: 'https://x.test/"onclick=', label: '<img src=x>' },
    ],
  })
  expect(mail.subject).toBe('One Bcc: b@y.test two')
  expect(mail.html).not.toMatch(/<(?:script|i|b|img)[ >]|"onclick/)
  expect(mail.text).toContain('<script>alert(1)</script>')
})
