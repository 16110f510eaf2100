import { EventEmitter, once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../testing/store.ts'
import { eventStreams } from './event-stream.ts'

const STREAMS_MAX = 2

let app: FastifyInstance
let changed: EventEmitter
let arrive: () => Promise<unknown>
let read: () => Promise<string>
/** Counts the readers that connected, disconnected and were handled; and whether the server is stopping. */
let seen: { come: number; left: number; done: number; isStopping: boolean }
let requests: ClientRequest[]

beforeEach(async () => {
  app = fastify({ forceCloseConnections: false })
  changed = new EventEmitter()
  arrive = async () => undefined
  read = async () => 'now'
  seen = { come: 0, left: 0, done: 0, isStopping: false }
  requests = []
  const streams = eventStreams(app, { max: 100, maxPerAddress: STREAMS_MAX })
  app.addHook('preClose', async () => {
    seen.isStopping = true
  })
  app.get('/', async (request, reply) => {
    seen.come += 1
    reply.raw.once('close', () => {
      seen.left += 1
    })
    await arrive()
    const onChange = (listener: () => void) => {
      changed.on('change', listener)
      return () => changed.off('change', listener)
    }
    await streams.open(request, reply, { read: () => read(), onChange }, String).finally(() => {
      seen.done += 1
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const request of requests) request.destroy()
  await app.close()
})

const follow = (): ClientRequest => {
  const request = get({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1', agent: false })
  request.on('error', () => undefined) // cut off by the test
  requests.push(request)
  return request
}
const answerTo = (request: ClientRequest) =>
  new Promise<IncomingMessage>((resolve) => request.once('response', resolve))
const followers = () => changed.listenerCount('change')

/** Reads wait until they are released. */
function holdReads() {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  let waiting = 0
  read = async () => {
    waiting += 1
    await promise
    return 'now'
  }
  return { letGo, waiting: () => waiting }
}

it('forgets a reader who left before the stream was opened', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  arrive = () => promise
  for (let readers = 0; readers < STREAMS_MAX; readers += 1) follow()
  await eventually(() => seen.come === STREAMS_MAX)
  for (const request of requests) request.destroy()
  await eventually(() => seen.left === STREAMS_MAX)
  resolve()
  await eventually(() => seen.done === STREAMS_MAX)
  expect(followers()).toBe(0)
  expect((await answerTo(follow())).statusCode).toBe(200)
})

it('forgets a reader who left while the first state was read', async () => {
  const held = holdReads()
  for (let readers = 0; readers < STREAMS_MAX; readers += 1) follow()
  await eventually(async () => held.waiting() === STREAMS_MAX)
  for (const request of requests) request.destroy()
  await eventually(() => seen.left === STREAMS_MAX)
  held.letGo()
  await eventually(() => seen.done === STREAMS_MAX)
  expect(followers()).toBe(0)
  expect((await answerTo(follow())).statusCode).toBe(200)
})

it('counts streams whose first state is still being read', async () => {
  const held = holdReads()
  const answers = Array.from({ length: 3 * STREAMS_MAX }, () => answerTo(follow()))
  await eventually(() => held.waiting() >= STREAMS_MAX && seen.come === 3 * STREAMS_MAX)
  held.letGo()
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(STREAMS_MAX)
})

it('frees the place of a stream whose first state could not be read', async () => {
  read = () => Promise.reject(new Error('no database'))
  for (let readers = 0; readers < STREAMS_MAX; readers += 1)
    expect((await answerTo(follow())).statusCode).toBe(500)
  read = async () => 'now'
  expect((await answerTo(follow())).statusCode).toBe(200)
})

it('reads the state once, and again if it changed in the meantime', async () => {
  let reads = 0
  read = async () => {
    reads += 1
    if (reads === 1) changed.emit('change')
    return `state ${reads}`
  }
  let told = ''
  const answer = await answerTo(follow())
  answer.on('data', (text: Buffer) => {
    told += text
  })
  await eventually(() => told.includes('data: state 2'))
  await answerTo(follow())
  expect(reads).toBe(3)
})

it('lets the server stop while a first state is being read', async () => {
  const held = holdReads()
  follow().on('response', (answer) => answer.resume())
  await eventually(async () => held.waiting() === 1)
  const closed = app.close()
  await eventually(() => seen.isStopping)
  held.letGo()
  await closed
})

it('writes nothing more to a slow reader after the stream has ended', async () => {
  const problems: unknown[] = []
  const [[, response], answer] = await Promise.all([
    once(app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>,
    answerTo(follow()),
  ])
  response.on('error', (error: unknown) => problems.push(error))
  answer.pause()
  let state = 0
  read = async () => {
    state += 1
    return `${state} ${'x'.repeat(20_000)}`
  }
  while (response.writableLength === 0) {
    changed.emit('change')
    await setImmediate()
  }
  read = () => Promise.reject(new Error('no database'))
  changed.emit('change')
  await eventually(() => seen.left === 1)
  read = async () => 'now'
  changed.emit('change')
  await setImmediate()
  expect(problems).toEqual([])
  expect(followers()).toBe(0)
})
