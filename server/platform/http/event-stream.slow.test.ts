/** A payment page's events through proxies, and across a restart. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Payment } from '@nofiller/contract/payments/payments'
import { describe, expect, it } from 'vitest'
import { play } from '../../sandbox/books.ts'
import { buy, simulate } from '../../testing/buying.ts'
import { clientOf } from '../../testing/client.ts'
import { readEvents } from '../../testing/event-reader.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { useStoreProcess } from '../../testing/process.ts'
import { eventually, type TestStore, useTestStore } from '../../testing/store.ts'

const eventsPath = (payToken: string) => `/api/payments/${payToken}/events`
const lastState = (events: unknown[]) => (events as Payment[]).at(-1)?.state

describe('through a proxy', () => {
  const test = useTestStore()

  async function newOrder() {
    const developer = await signedIn(test, 'developer')
    return buy(await signedIn(test), await addGame(test, { developerId: developer.id }))
  }

  it('events arrive at once when it buffers answers unless told otherwise, as nginx does', async () => {
    const proxy = await bufferingProxy(test.url, (headers) => headers['x-accel-buffering'] !== 'no')
    const order = await newOrder()
    const stream = await readEvents(proxy.url + eventsPath(order.payToken))
    await eventually(() => lastState(stream.events) === 'choose')
    await simulate(test, order, 'pay')
    await eventually(() => lastState(stream.events) === 'ready')
    stream.leave()
    await proxy.close()
  })

  it('the page still learns the state by polling when it buffers everything', async () => {
    const proxy = await bufferingProxy(test.url, () => true)
    const order = await newOrder()
    const stream = readEvents(proxy.url + eventsPath(order.payToken))
      .then(() => 'heard')
      .catch(() => 'heard nothing')
    await simulate(test, order, 'pay')
    const asked = clientOf(proxy.url)
    await eventually(async () => (await asked.get(`/api/payments/${order.payToken}`)).body.state === 'ready')
    await proxy.close()
    expect(await stream).toBe('heard nothing')
  })
})

const shop = useStoreProcess()

it('a stream ends with its process, and the next process sends what happened in between', async () => {
  const { db } = shop
  const developer = await signedIn(shop, 'developer')
  const noFiles = {} as TestStore['storage'] // the game has none
  const game = await addGame({ db, storage: noFiles }, { developerId: developer.id, files: [] })
  const order = await buy(await signedIn(shop), game)
  const before = await readEvents(shop.url + eventsPath(order.payToken))
  await eventually(() => lastState(before.events) === 'choose')

  const exited = shop.end('SIGTERM')
  await before.ended
  expect(before.raw.at(-1)).toMatch(/^retry: [1-5]\d{3}$/) // no event reports that it was cut
  expect(await exited).toBe(0)

  await play(db, order.invoiceId, 'pay', undefined)
  await shop.start()
  const after = await readEvents(shop.url + eventsPath(order.payToken))
  await eventually(() => lastState(after.events) === 'ready', 20_000)
  after.leave()
}, 120_000)

/** Passes an entire response on at its end when it buffers, and piece by piece otherwise. */
async function bufferingProxy(target: string, holdsBack: (headers: IncomingHttpHeaders) => boolean) {
  const server = createServer((request, response) => {
    const { method, headers } = request
    const forwarded = send(new URL(request.url ?? '/', target), { method, headers }, async (answer) => {
      const { statusCode = 502 } = answer
      if (!holdsBack(answer.headers)) return answer.pipe(response.writeHead(statusCode, answer.headers))
      const body = await buffer(answer).catch(() => null)
      if (body) response.writeHead(statusCode, answer.headers).end(body)
    })
    forwarded.on('error', () => response.destroy())
    response.once('close', () => forwarded.destroy())
    request.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has no other kind
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
