import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { clientTypes } from '@nofiller/api-client/client-types'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { addGame } from './testing/fixtures/games.ts'
import { usePerson } from './testing/fixtures/people.ts'
import { useTestStore } from './testing/store.ts'

const CLIENT = fileURLToPath(new URL('../tools/api-client/', import.meta.url))

const test = useTestStore()
const developer = usePerson(test, 'developer')

const readDocument = async () => (await test.nobody.get('/api/docs/json')).body

it('the API document passes Redocly’s recommended rules', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(await readDocument()),
    absoluteRef: 'openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

it('the API document names, describes and groups each operation and says who may call it and what it refuses', async () => {
  const { paths, tags } = await readDocument()
  const groups: string[] = tags.map(({ name }: { name: string }) => name)
  const ids: string[] = []
  for (const operations of Object.values<object>(paths))
    for (const { operationId, description, tags, security, responses } of Object.values(operations)) {
      ids.push(operationId)
      expect(description, operationId).toMatch(/^For /)
      expect(groups, operationId).toEqual(expect.arrayContaining(tags))
      expect(Array.isArray(security), operationId).toBe(true)
      const success = '204' in responses ? '204' : '200'
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining([success, '400', '503']))
    }
  expect(new Set(ids).size).toBe(ids.length)
  const { getGamesById, postCheckout } = byId(paths)
  expect(Object.keys(getGamesById.responses)).toEqual(expect.arrayContaining(['404']))
  expect(getGamesById.security).toContainEqual({})
  expect(postCheckout.security).toEqual([{ bearer: [] }])
  expect(Object.keys(postCheckout.responses)).toEqual(expect.arrayContaining(['401', '403', '422', '429']))
})

// biome-ignore lint/suspicious/noExplicitAny: an operation as the document has it
const byId = (paths: Record<string, object>): Record<string, any> =>
  Object.fromEntries(
    Object.values(paths).flatMap((each) => Object.values(each).map((one) => [one.operationId, one])),
  )

/** The code of a developer who only has the types. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths } from './store.ts'

export async function run(baseUrl: string, token: string) {
  const store = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } })
  const games = await store.GET('/api/games', { params: { query: { sort: 'title', limit: 1 } } })
  const [first] = games.data ?? []
  const title: string | undefined = first?.title
  const game = await store.GET('/api/games/{id}', { params: { path: { id: 'none' } } })
  const code: string | undefined = game.error?.code
  // @ts-expect-error there is no such order
  await store.GET('/api/games', { params: { query: { sort: 'color' } } })
  const saved = await store.PUT('/api/settings', { body: { notifyUpdates: true } })
  return { title, code, notifyUpdates: saved.data?.user.notifyUpdates }
}
`

it('a client with types generated from the API document compiles and calls the store', async () => {
  const { id } = await addGame(test, { developerId: developer.id, title: 'A Lighthouse' })
  const folder = await mkdtemp(join(CLIENT, '.test-'))
  try {
    await writeFile(join(folder, 'store.ts'), await clientTypes(await readDocument()))
    await writeFile(join(folder, 'program.ts'), PROGRAM)
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TYPED))
    await promisify(execFile)(process.execPath, [TSC, '-p', folder])
    const { run } = await import(pathToFileURL(join(folder, 'program.ts')).href)
    expect(await run(test.url, developer.token), id).toEqual({
      title: 'A Lighthouse',
      code: 'not_found',
      notifyUpdates: true,
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

const TSC = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
const TYPED = {
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: [],
    lib: ['esnext', 'dom'],
  },
  include: ['*.ts'],
}
