import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { eventually } from '../../testing/store.ts'
import { errorWebhook } from './error-webhook.ts'
import { createLog } from './log.ts'

type Report = { text: string; level: string; message: string; error: string | null; stack: string[] }

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** The receiver of the webhook. @param status null to never respond */
async function receiver(status: number | null = 200) {
  const reports: Report[] = []
  const server = createServer(async (request, response) => {
    reports.push((await json(request)) as Report)
    if (status !== null) response.writeHead(status, { location: '/again' }).end()
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, reports }
}

/** A log with a webhook, and what it wrote. */
function logTo(url: string, now?: () => number) {
  const written: string[] = []
  const webhook = errorWebhook(url, 'No Filler', now)
  return {
    log: createLog('info', { write: (line) => void written.push(line) }, webhook.report),
    written,
    webhook,
  }
}

it('posts a logged error with its place in the code, and nothing about a person', async () => {
  const { url, reports } = await receiver()
  const { log, written, webhook } = logTo(url)
  const error = Object.assign(new Error('no such mailbox june@example.test\nat june:1:1'), {
    code: '23505',
    detail: 'Key (email)=(june@example.test) already exists.',
  })
  log.error({ err: error, account: 'june-7', req: { url: '/reset?token=t0ken' } }, 'unexpected error')
  await webhook.settled()
  expect(reports).toMatchObject([
    { level: 'error', message: 'unexpected error', error: 'Error 23505', store: 'No Filler' },
  ])
  expect(reports[0]?.text).toMatch(/^No Filler: unexpected error \(Error 23505 at .*error-webhook\.test\.ts/)
  expect(JSON.stringify(reports)).not.toMatch(/june|t0ken/)
  expect(written.join('')).toContain('june@example.test')
})

it('does not post warnings', async () => {
  const { url, reports } = await receiver()
  const { log, webhook } = logTo(url)
  log.warn({ err: new Error('passing') }, 'not ready')
  log.info('all is well')
  log.child({ part: 'jobs' }).fatal('the process ends')
  await webhook.settled()
  expect(reports).toEqual([])
  log.child({ part: 'jobs' }).fatal({ err: new Error('gone') }, 'the process ends')
  await webhook.settled()
  expect(reports).toMatchObject([{ level: 'fatal', error: 'Error' }])
})

it('posts the same error once in ten minutes, and at most ten errors a minute', async () => {
  const { url, reports } = await receiver()
  let now = 0
  const { log, webhook } = logTo(url, () => now)
  const report = async (message: string) => {
    log.error({}, message)
    await webhook.settled()
  }
  for (let nth = 0; nth < 5; nth += 1) await report('the same')
  expect(reports).toHaveLength(1)
  for (let nth = 0; nth < 20; nth += 1) await report(`another, ${nth}`)
  expect(reports).toHaveLength(10)
  now += 61_000
  await report('the same')
  expect(reports).toHaveLength(10)
  now += 600_000
  await report('the same')
  expect(reports).toHaveLength(11)
})

it('continues when the address is unreachable, refuses, redirects or never answers', async () => {
  const gone = logTo('http://127.0.0.1:1/hook')
  gone.log.error({}, 'an error')
  await gone.webhook.settled()
  for (const status of [500, 302]) {
    const { url, reports } = await receiver(status)
    const { log, webhook } = logTo(url)
    log.error({}, 'an error')
    await webhook.settled()
    expect(reports).toHaveLength(1)
  }
  const silent = await receiver(null)
  const { log, written } = logTo(silent.url)
  for (let nth = 0; nth < 100; nth += 1) log.error({}, `error ${nth}`)
  expect(written).toHaveLength(100)
  await eventually(() => silent.reports.length === 2)
})
