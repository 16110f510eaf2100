/** No request that the OpenAPI document allows, or nearly allows, is answered by 5xx or not at all. */
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { buy, buyAndPay } from './testing/buying.ts'
import type { Reply } from './testing/client.ts'
import { type DocumentedRequest, documentedRequest, type OpenApi } from './testing/documented-requests.ts'
import { addGame } from './testing/fixtures/games.ts'
import { type Person, signedIn } from './testing/fixtures/people.ts'
import { DOCUMENTED_REQUESTS } from './testing/rounds.ts'
import { useTestStore } from './testing/store.ts'

/** Only for what hangs. */
const HANGS_MS = 30_000
const AT_ONCE = 3
/** Accounts are replaced after that many requests, because requests log them out, suspend and delete them. */
const PEOPLE_LAST = 60

/** A visitor, a player, a developer or an admin, who may do most. */
const CALLER = fc.constantFrom(0, 1, 2, 2, 3, 3, 3, 3)

const test = useTestStore()
let ids: string[]
beforeAll(async () => {
  const developer = await signedIn(test, 'developer')
  const buyer = await signedIn(test)
  const game = await addGame(test, { developerId: developer.id, files: [{}, { customPriceCents: 300 }] })
  const free = await addGame(test, { developerId: developer.id, priceCents: 0 })
  const paid = await buyAndPay(test, buyer, game)
  const open = await buy(await signedIn(test), game)
  ids = [
    game.id,
    game.slug,
    free.id,
    ...game.files.map(({ id }) => id),
    paid.orderId,
    open.orderId,
    open.payToken,
    buyer.id,
    developer.id,
    developer.username,
  ]
})

it('R11 answers every request generated from the OpenAPI document, and none with a server error', async () => {
  const document: OpenApi = (await test.nobody.get('/api/docs/json')).body
  expect(Object.keys(document.paths).length).toBeGreaterThan(150)
  const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const asked = fc.sample(fc.tuple(documentedRequest(document, ids), CALLER), {
    numRuns: DOCUMENTED_REQUESTS,
    seed,
  })
  const failures: string[] = []
  const counts = new Map<number, number>()
  const queue = asked.entries()
  let people: Promise<(Person | null)[]> | undefined
  const work = async () => {
    for (const [at, [request, caller]] of queue) {
      if (at % PEOPLE_LAST === 0 || !people) people = someOfEach()
      const status = await statusOf(request, (await people)[caller] ?? null)
      if (typeof status === 'number') counts.set(status, (counts.get(status) ?? 0) + 1)
      if (typeof status === 'string' || status >= 500)
        failures.push(`${status}: ${request.method} ${request.path} ${shown(request.body)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const errors = test.logged.filter((line) => line.startsWith('{"level":50'))
  expect({ failures, errors: failures.length > 0 ? errors : [] }, `PROPERTY_SEED=${seed}`).toEqual({
    failures: [],
    errors: [],
  })
  // Else only the door was tried.
  expect(counts.get(200) ?? 0).toBeGreaterThan(DOCUMENTED_REQUESTS / 20)
}, 600_000)

const someOfEach = async (): Promise<(Person | null)[]> => [
  null,
  await signedIn(test),
  await signedIn(test, 'developer'),
  await signedIn(test, 'admin'),
]

/**
 * The status, or what went wrong before there was one. Of a stream of events the head is enough. An export breaks off when
 * the caller has lost access meanwhile.
 */
async function statusOf(request: DocumentedRequest, person: Person | null): Promise<number | string> {
  const leaving = new AbortController()
  try {
    const answer = await send(request, person, leaving.signal)
    const type = answer.headers.get('content-type') ?? ''
    if (type.includes('event-stream')) leaving.abort()
    else if (!type.includes('csv') || !person) await answer.arrayBuffer()
    else if (!(await isWhole(answer))) return lostRight(await person.get(request.path))
    return answer.status
  } catch (error) {
    return String(error)
  }
}

const isWhole = (answer: Response): Promise<boolean> =>
  answer.arrayBuffer().then(
    () => true,
    () => false,
  )

const lostRight = ({ status }: Reply): number | string =>
  status === 401 || status === 403 ? status : `an export broke off, and is answered ${status} now`

const send = ({ method, path, body }: DocumentedRequest, person: Person | null, signal: AbortSignal) =>
  fetch(test.url + path, {
    method,
    redirect: 'manual',
    headers: {
      connection: 'close',
      ...(person && { authorization: `Bearer ${person.token}` }),
      ...(body && 'type' in body && { 'content-type': body.type }),
    },
    ...(body && { body: 'type' in body ? body.content : asForm(body.form) }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(HANGS_MS)]),
  })

function asForm(parts: [name: string, value: string | Uint8Array][]): FormData {
  const form = new FormData()
  for (const [name, value] of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)]), 'picture.png')
  return form
}

const shown = (body: DocumentedRequest['body']): string => JSON.stringify(body)?.slice(0, 1_000) ?? ''
