import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type AccessTokens, accessTokens } from './accounts/access-token.ts'
import { startAccountJobs } from './accounts/jobs.ts'
import { startHashing } from './authoring/hash-file.ts'
import { listenForChanges } from './catalogue/changed.ts'
import type { Config } from './config.ts'
import { startReadingBack } from './orders/read-back.ts'
import { sandboxProvider } from './payments/sandbox-provider.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { connect } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { createLimits } from './platform/http/limits.ts'
import { startJobs } from './platform/jobs.ts'
import { diskTransport, mailQueue, smtpTransport } from './platform/mail.ts'
import { type DiskStorage, diskStorage } from './platform/storage/disk.ts'
import { type AddressSigner, addressSigner } from './platform/storage/signed-address.ts'
import { sandboxKeys } from './sandbox/keys.ts'
import type { Store } from './store.ts'
import { startSweeps } from './sweeps.ts'

export type Parts = {
  store: Store
  tokens: AccessTokens
  storage: DiskStorage
  signer: AddressSigner
  /** A folder for the file parts of forms, on the same disk as the store's files. */
  tempDir: string
  /** Lets running jobs end, then closes every connection. */
  stop(): Promise<void>
}

/** Opens everything the store works with: database, files, mail, jobs, limits and the payment provider. */
export async function openParts(
  config: Config,
  databaseUrl: string,
  log: FastifyBaseLogger,
  clock: Clock = systemClock,
): Promise<Parts> {
  await migrate(databaseUrl)
  const { db, pool, close } = connect(databaseUrl, log)
  const signer = addressSigner(config.publicUrl, config.secretKeys, clock)
  const storage = await diskStorage(join(config.dataDir, 'files'), signer)
  const tempDir = join(config.dataDir, 'temp')
  await mkdir(tempDir, { recursive: true })
  const jobs = await startJobs(pool, log)
  const transport = config.SMTP_URL
    ? smtpTransport(config.SMTP_URL, config.mailFrom)
    : diskTransport(join(config.dataDir, 'mail'), config.mailFrom)
  const catalogueChanged = await listenForChanges(databaseUrl, log)

  const store: Store = {
    config,
    db,
    storage,
    jobs,
    mail: await mailQueue(jobs, transport, config.secretKeys),
    limits: await createLimits(config.RATE_LIMIT_SCALE, config.DATABASE_URL ? pool : null),
    provider: sandboxProvider({
      apiUrl: config.selfUrl,
      publicUrl: config.publicUrl,
      ...sandboxKeys(config),
    }),
    catalogueChanged,
    clock,
    log,
  }
  const stopReadingBack = await startReadingBack(store)
  await startAccountJobs(store)
  await startHashing(store)
  await startSweeps(store, tempDir)

  return {
    store,
    tokens: accessTokens(config.secretKeys, clock),
    storage,
    signer,
    tempDir,
    stop: async () => {
      stopReadingBack()
      await jobs.stop()
      await catalogueChanged.stop()
      await close()
    },
  }
}
