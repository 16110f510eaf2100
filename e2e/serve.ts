/** A demo store of its own, planted anew, for the browser tests. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const dataDir = join(tmpdir(), `nofiller-e2e-${process.env.PORT}`)
rmSync(dataDir, { recursive: true, force: true })
Object.assign(process.env, { DATA_DIR: dataDir, RATE_LIMIT_SCALE: '1000', PAYMENT_POLL_SCALE: '0.05' })
await import('../server/main.ts')
