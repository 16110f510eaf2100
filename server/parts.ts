import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { startAccountJobs } from './accounts/jobs.ts'
import { recordHandedOver } from './accounts/registration/email-code.ts'
import { type AccessTokens, accessTokens } from './accounts/sessions/access-token.ts'
import { startAuditChain } from './admin/audit/audit-chain.ts'
import { startMailingToDo } from './admin/todo/todo-mail.ts'
import { startRanking } from './analytics/rank-popular.ts'
import { startRepairingDays } from './analytics/repair-days.ts'
import { startDrawing } from './authoring/share-picture/make-share-pictures.ts'
import { startHashing } from './authoring/uploads/hash-file.ts'
import { countTry, forgetRefusal, recordBounce } from './bounces/bounces.ts'
import { startReindexing } from './catalog/search/reindex.ts'
import { startShuffling } from './catalog/search/shuffle.ts'
import { startChecking } from './checks/check-build.ts'
import { startCheckingLinks } from './checks/dead-links.ts'
import { startScanning } from './checks/scan-build.ts'
import type { Config } from './config.ts'
import { startRestoring } from './copyright/end-notice.ts'
import { startCountingFollowers } from './follows/count-followers.ts'
import { startNotifyingOwners } from './library/notify-owners.ts'
import { startApologizing } from './moderation/approvals/apologize.ts'
import { isStillSubscribed } from './news/recipients.ts'
import { digestToSend, startMailingDigests } from './notices/mail-digests.ts'
import { isStillWanted, startMailingNotices } from './notices/mail-notices.ts'
import { startTelling } from './notices/tell-followers.ts'
import { openDatabase } from './open-database.ts'
import { recordDelivered } from './orders/queue-order-email.ts'
import { startReadingBack } from './orders/settlement/read-back.ts'
import { startReconciling } from './orders/settlement/reconcile.ts'
import { btcpayProvider } from './payments/btcpay/btcpay-provider.ts'
import { guarded } from './payments/circuit-breaker.ts'
import { nowpaymentsProvider } from './payments/nowpayments/nowpayments-provider.ts'
import type { PaymentProvider, ProviderName } from './payments/provider.ts'
import { sandboxProvider } from './payments/sandbox-provider.ts'
import { startDrafting } from './payouts/drafts/weekly-run.ts'
import { sanctionsScreening } from './payouts/sanctions.ts'
import { replayDeletions, startDeleting } from './personal-data/deletion/delete-accounts.ts'
import { startExporting } from './personal-data/exports.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { openReplica } from './platform/database/replica.ts'
import { openSignal } from './platform/database/signal.ts'
import { HttpError } from './platform/http/errors/errors.ts'
import { type OutsideClient, outsideClient } from './platform/http/outside-client.ts'
import { connectThrough } from './platform/http/outside-proxy.ts'
import { openRateLimits } from './platform/http/rate-limits.ts'
import { type Mail, mailQueue, mailTransport, startMailing } from './platform/mail/mail.ts'
import { privateFolder } from './platform/private-files.ts'
import { type DiskStorage, diskStorage } from './platform/storage/disk.ts'
import { resumableUploads } from './platform/storage/resumable/resumable.ts'
import { diskParts } from './platform/storage/resumable/resumable-disk.ts'
import { uploadLocks } from './platform/storage/resumable/resumable-locks.ts'
import { s3Parts } from './platform/storage/resumable/resumable-s3.ts'
import { requireWriteOnce, type S3Settings, s3Storage } from './platform/storage/s3.ts'
import { type AddressSigner, addressSigner } from './platform/storage/signed-address.ts'
import type { Storage } from './platform/storage/storage.ts'
import { startOpeningPosts } from './posts/open-on-time.ts'
import { startRemovingBuilds } from './releases/leaving-builds.ts'
import { startOpening } from './releases/open-on-time.ts'
import { startMakingReleases } from './releases/record-release.ts'
import { startWatchingHolds } from './reports/holds/watch-holds.ts'
import { startDestroying } from './reports/sealed/destroy-sealed.ts'
import { startRetention } from './retention.ts'
import { startCountingReviews } from './reviews/count-nightly.ts'
import { startWatchingSurges } from './reviews/surges/watch-surges.ts'
import { startPriceUpdates } from './sales/update-prices.ts'
import { sandboxKeys } from './sandbox/keys.ts'
import type { Store } from './store.ts'
import { startRelatingGames } from './suggestions/relate-games.ts'
import { startSweeping } from './sweeps.ts'
import { startCounting } from './transparency/count-nightly.ts'
import { startResealing as startResealingWebhooks } from './webhooks/endpoint-secret.ts'
import { startSending } from './webhooks/start-sending.ts'
import { startWatchingEndpoints } from './webhooks/watch-endpoints.ts'
import { startCountingWishlists } from './wishlist/count-wishlists.ts'
import { isStillTrue, startMailingWishlists } from './wishlist/mail-wishlists.ts'
import { startTellingWishlists } from './wishlist/tell-wishlists.ts'

export type Parts = {
  store: Store
  tokens: AccessTokens
  storage: Storage
  /** The same when it is on disk, where the app takes and gives files itself; null when an object store does. */
  disk: DiskStorage | null
  signer: AddressSigner
  /** A folder for the file parts of forms, on the same disk as the store's files. */
  tempDir: string
  /** Lets running jobs end, then closes every connection. */
  stop(): Promise<void>
}

/**
 * Opens all parts of the store: database, files, mail, jobs, rate limits and the payment providers. Jobs can be queued;
 * `startWork` does them.
 * @param databaseUrl PostgreSQL itself, past a pooler
 */
export async function openParts(
  config: Config,
  databaseUrl: string,
  log: FastifyBaseLogger,
  clock: Clock = systemClock,
): Promise<Parts> {
  const { db, preparedDb, pool, close, jobs, hashKeys } = await openDatabase(config, databaseUrl, log)
  const signer = addressSigner(config.publicUrl, config.secretKeys, clock)
  const { storage, disk, unfinished } = config.s3
    ? await openObjectStore(config.s3, clock, log)
    : await openDisk(config.dataDir, signer)
  const locks = uploadLocks(databaseUrl, log)
  const tempDir = join(config.dataDir, 'temp')
  await privateFolder(tempDir)
  const catalogChanged = await openSignal(databaseUrl, 'catalogue_changed', log)
  const orderChanged = await openSignal(databaseUrl, 'order_changed', log)
  const { DATABASE_REPLICA_URL: replicaUrl } = config
  const replica = replicaUrl ? openReplica(replicaUrl, { url: databaseUrl, pool }, log) : null
  // Heard before any cache is emptied, so that none is filled again from a replica that lacks the change.
  if (replica) catalogChanged.onChange(replica.recordChange)

  const store: Store = {
    config,
    db,
    preparedDb,
    publicDb: replica?.db ?? db,
    replica,
    storage,
    uploads: resumableUploads(storage, unfinished, locks, signer),
    jobs,
    mail: await mailQueue(jobs, mailTransport(config), config.secretKeys),
    hashKeys,
    rateLimits: await openRateLimits(config.RATE_LIMIT_SCALE, config.DATABASE_URL ? pool : null, log),
    providers: paymentProvidersOf(config, log),
    sanctions: sanctionsScreening(config, clock, log),
    outside: outsideOf(config),
    catalogChanged,
    orderChanged,
    clock,
    log,
  }
  return {
    store,
    tokens: accessTokens(config.secretKeys, clock),
    storage,
    disk,
    signer,
    tempDir,
    stop: async () => {
      await jobs.stop()
      await store.outside.close()
      await locks.stop()
      await catalogChanged.stop()
      await orderChanged.stop()
      await replica?.close()
      await close()
    },
  }
}

/** Starts the store's background work: emails, read-backs, schedules and all other jobs. Returns a function that stops new work. */
export async function startWork({ store, tempDir }: Parts): Promise<() => Promise<void>> {
  await replayDeletions(store)
  if (store.config.SANCTIONS_LIST === undefined)
    store.log.info('payout addresses are not screened: SANCTIONS_LIST is not set')
  // So the first buyer does not wait for it; an error is reported to the next caller.
  for (const provider of store.providers.values())
    void provider.minimumCents(AbortSignal.timeout(FIRST_MINIMUM_MS)).catch(() => undefined)
  await startMailing(store.jobs, mailTransport(store.config), store.config.secretKeys, {
    async prepare(mail) {
      const planned = { ...store, db: store.preparedDb } // planning these takes ten times as long as running them
      const prepared = mail.template ? await digestToSend(planned, mail) : await unlessUnwanted(planned, mail)
      return prepared && (await countTry(store.preparedDb, prepared.to)) ? prepared : null
    },
    async onSent(mail) {
      await recordHandedOver(store.preparedDb, mail)
      await recordDelivered(store.preparedDb, mail)
      await forgetRefusal(store.preparedDb, mail.to)
    },
    onRefused: ({ to }) => recordBounce(store.db, to, 'refused'),
  })
  const stopReadingBack = await startReadingBack(store)
  await startReconciling(store)
  await startDrafting(store)
  await startRepairingDays(store)
  await startRanking(store)
  await startAccountJobs(store)
  await startExporting(store)
  await startDeleting(store)
  await startHashing(store)
  await startDrawing(store)
  await startChecking(store)
  await startScanning(store)
  await startCheckingLinks(store)
  await startDestroying(store)
  await startReindexing(store)
  await startMakingReleases(store)
  await startRemovingBuilds(store)
  await startNotifyingOwners(store)
  await startApologizing(store)
  await startWatchingHolds(store)
  await startRestoring(store)
  await startSweeping(store, tempDir)
  await startRetention(store)
  await startTelling(store)
  await startMailingNotices(store)
  await startMailingDigests(store)
  await startTellingWishlists(store)
  await startMailingWishlists(store)
  await startCountingWishlists(store)
  await startCounting(store)
  await startCountingFollowers(store)
  await startCountingReviews(store)
  await startShuffling(store)
  await startRelatingGames(store)
  await startWatchingSurges(store)
  await startMailingToDo(store)
  await startAuditChain(store)
  await startResealingWebhooks(store)
  await startWatchingEndpoints(store)
  const stopPriceUpdates = startPriceUpdates(store)
  const stopOpening = startOpening(store)
  const stopOpeningPosts = startOpeningPosts(store)
  const stopSending = startSending(store)
  return async () => {
    stopPriceUpdates()
    stopOpening()
    stopOpeningPosts()
    await stopSending()
    await stopReadingBack()
  }
}

const FIRST_MINIMUM_MS = 10_000

/** An email, or null when its recipient does not want it any more. */
const unlessUnwanted = async (store: Store, mail: Mail): Promise<Mail | null> =>
  (await isStillSubscribed(store.db, mail)) &&
  (await isStillWanted(store, mail)) &&
  (await isStillTrue(store, mail))
    ? mail
    : null

/** The payment providers in use, each behind a circuit breaker. */
export const paymentProvidersOf = (config: Config, log: FastifyBaseLogger): Store['providers'] =>
  new Map(
    config.paymentProviders.map((name) => [
      name,
      guarded(paymentProvider(name, config, log), config.PAYMENT_POLL_SCALE, log),
    ]),
  )

/** Settings that a provider in use needs are there: the configuration was checked. */
function outsideOf({ publicUrl, OUTSIDE_PROXY: proxy }: Config): OutsideClient {
  const own = [new URL(publicUrl).hostname]
  return outsideClient(own, undefined, proxy === undefined ? undefined : connectThrough(new URL(proxy)))
}

function paymentProvider(name: ProviderName, config: Config, log: FastifyBaseLogger): PaymentProvider {
  const {
    publicUrl,
    PAYMENT_TOLERANCE_PERCENT: tolerancePercent,
    PAYMENT_READS_PER_SECOND: readsPerSecond,
  } = config
  switch (name) {
    case 'sandbox':
      return sandboxProvider({ apiUrl: config.selfUrl, publicUrl, ...sandboxKeys(config) })
    case 'nowpayments':
      return nowpaymentsProvider({
        apiUrl: withoutSlash(config.NOWPAYMENTS_API_URL),
        publicUrl,
        apiKey: config.NOWPAYMENTS_API_KEY ?? '',
        ipnSecret: config.NOWPAYMENTS_IPN_SECRET ?? '',
        login:
          config.NOWPAYMENTS_EMAIL && config.NOWPAYMENTS_PASSWORD
            ? { email: config.NOWPAYMENTS_EMAIL, password: config.NOWPAYMENTS_PASSWORD }
            : null,
        tolerancePercent,
        readsPerSecond,
        log,
      })
    case 'btcpay':
      return btcpayProvider({
        url: withoutSlash(config.BTCPAY_URL ?? ''),
        publicUrl,
        apiKey: config.BTCPAY_API_KEY ?? '',
        storeId: config.BTCPAY_STORE_ID ?? '',
        webhookSecret: config.BTCPAY_WEBHOOK_SECRET ?? '',
        tolerancePercent,
        readsPerSecond,
      })
  }
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '')

/** The store's files alone, for commands that work beside a store. */
export const openStorage = async (config: Config, clock: Clock): Promise<Storage> =>
  config.s3
    ? s3Storage(config.s3, clock)
    : openDiskStorage(config.dataDir, addressSigner(config.publicUrl, config.secretKeys, clock))

const openDiskStorage = (dataDir: string, signer: AddressSigner): Promise<DiskStorage> =>
  diskStorage(join(dataDir, 'files'), signer)

/** Files below `DATA_DIR`. */
async function openDisk(dataDir: string, signer: AddressSigner) {
  const disk = await openDiskStorage(dataDir, signer)
  return { storage: disk, disk, unfinished: diskParts(disk) }
}

/** A bucket. The start waits for one that is down; an unusable one prevents the store from starting. */
async function openObjectStore(settings: S3Settings, clock: Clock, log: FastifyBaseLogger) {
  const storage = s3Storage(settings, clock)
  await requireWriteOnce(storage).catch((error) => {
    if (!(error instanceof HttpError)) throw error
    log.warn({ err: error }, 'the object store is unavailable, and was not tried')
  })
  return { storage, disk: null, unfinished: s3Parts(settings, storage) }
}
