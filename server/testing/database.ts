import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export const TEMPLATE = 'template_of_tests'

export const databaseUrl = (serverUrl: string, name: string): string =>
  serverUrl.replace('/postgres?', `/${name}?`)

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A database of a test's own, of the newest schema, and how to drop it. */
export const freshDatabase = (): Promise<TestDatabase> => copyOf(TEMPLATE)

/** The same without any schema. */
export const emptyDatabase = (): Promise<TestDatabase> => copyOf('template0')

async function copyOf(template: string): Promise<TestDatabase> {
  const serverUrl = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name} template ${template}`)
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database ${name} with (force)`),
  }
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
