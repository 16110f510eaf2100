import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { type Config, readConfig } from './config.ts'
import { metricsRoute } from './health.ts'
import { connect } from './platform/database/database.ts'

const { db: notAsked } = connect('postgres://nowhere.invalid/none', { error() {} })
const config = readConfig({ DATA_DIR: 'unused', SECRET_KEY: 'only for this test' })

async function metricsStatus(changes: Partial<Config>, headers: Record<string, string> = {}) {
  const app = Fastify()
  metricsRoute(app, { ...config, ...changes }, { providers: new Map(), db: notAsked, log: app.log })
  return (await app.inject({ url: '/metrics', headers })).statusCode
}

it('F8 shows metrics to this machine, in production only to whoever has the token', async () => {
  expect(await metricsStatus({})).toBe(200)
  expect(await metricsStatus({ production: true })).toBe(404)
  const withToken = { production: true, METRICS_TOKEN: 'scrape-me' }
  expect(await metricsStatus(withToken)).toBe(404)
  expect(await metricsStatus(withToken, { authorization: 'Bearer scrape-me' })).toBe(200)
})
