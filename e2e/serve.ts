/** The demo store for the browser tests, in a copy of the planted one. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BOUNCE_SECRET, plantedStore, port } from './plant.ts'

const dataDir = join(tmpdir(), `nofiller-e2e-${port}`)
const planted = await plantedStore()
rmSync(dataDir, { recursive: true, force: true })
spawnSync('cp', ['-a', planted, dataDir], { stdio: 'inherit' }) // keeps who owns the database's files
Object.assign(process.env, {
  DATA_DIR: dataDir,
  RATE_LIMIT_SCALE: '1000',
  PAYOUT_POLL_SCALE: '0.05',
  MAIL_BOUNCE_SECRET: BOUNCE_SECRET,
  REVIEW_SAMPLE_PERCENT: '0',
  STATUS_PAGE: '1',
  NOTICE_MAIL_SCALE: '0.01',
})
await import('../server/main.ts')
