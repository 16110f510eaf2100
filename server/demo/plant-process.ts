/** Plants the demo store into the database whose address is the first argument. Run by `main.ts`, with its settings. */
import { join } from 'node:path'
import sharp from 'sharp'
import { readConfig } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { connect } from '../platform/database/database.ts'
import { withExclusiveLock } from '../platform/database/exclusive.ts'
import { diskStorage } from '../platform/storage/disk.ts'
import { addressSigner } from '../platform/storage/signed-address.ts'
import { createLog } from '../platform/telemetry/log.ts'
import { isEmpty } from './empty.ts'
import { plantDemo } from './plant.ts'

const [databaseUrl = ''] = process.argv.slice(2)
const config = readConfig(process.env)
const log = createLog(config.logLevel)
const { db, close } = connect(databaseUrl, log)
const signer = addressSigner(config.publicUrl, config.secretKeys, systemClock)
const storage = await diskStorage(join(config.dataDir, 'files'), signer)

sharp.concurrency(1) // two games are planted at once instead
const turn = { what: 'the demo store is being planted', say: (words: string) => log.warn(words) }
await withExclusiveLock(databaseUrl, turn, async () => {
  if (await isEmpty(db))
    await plantDemo({ db, storage, publicUrl: config.publicUrl, secretKeys: config.secretKeys, log })
})
await close()
