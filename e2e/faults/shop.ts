/** A store that sells files, with all that it stands on: each part is real or played, and can fail. */
import { systemClock } from '../../server/platform/clock.ts'
import { s3Storage } from '../../server/platform/storage/s3.ts'
import { type Cluster, openCluster } from '../../server/testing/cluster.ts'
import { type BtcpayServer, btcpayServer } from '../../server/testing/fakes/btcpay-server.ts'
import { type MailServer, mailServer } from '../../server/testing/fakes/mail-server.ts'
import { type ObjectStore, openObjectStore } from '../../server/testing/fakes/object-store.ts'
import { addGame, type TestGame } from '../../server/testing/fixtures/games.ts'
import { signedIn } from '../../server/testing/fixtures/people.ts'

export type Shop = {
  cluster: Cluster
  objects: ObjectStore
  emails: MailServer
  provider: BtcpayServer
  game: TestGame
  close(): Promise<void>
}

/** Lets a test move the clock of a process: see jumping-clock.ts. */
const NODE_OPTIONS = `--import=${new URL('jumping-clock.ts', import.meta.url).href}`

export async function openShop(): Promise<Shop> {
  const objects = await openObjectStore()
  const emails = await mailServer()
  const provider = await btcpayServer()
  const cluster = await openCluster({
    replication: 'synchronous',
    settings: {
      ...objects.environment,
      ...provider.settings,
      SMTP_URL: emails.url,
      MAIL_FROM: 'store@example.test',
      NODE_OPTIONS,
    },
  })
  provider.sendMessagesTo(cluster.url)
  const developer = await signedIn(cluster, 'developer')
  const storage = s3Storage(objects, systemClock)
  const game = await addGame({ db: cluster.db, storage }, { developerId: developer.id })
  return {
    ...{ cluster, objects, emails, provider, game },
    close: async () => {
      await cluster.remove()
      await Promise.all([objects.stop(), emails.close(), provider.close()])
    },
  }
}
