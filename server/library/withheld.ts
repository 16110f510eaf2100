import { slugOf } from '@nofiller/contract/authoring/slug'
import { blurredAddress } from '@nofiller/contract/catalog/pictures'
import { sql } from 'kysely'
import { pictureFolder } from '../catalog/picture-folder.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Store } from '../store.ts'

const AGAIN_MS = 1_000

/**
 * Says which stored objects are handed to nobody. Of a game that was taken down as illegal or is held: every picture that it
 * has or had, those of its developer's that its description, its releases' notes and its posts show, its demo, and unless it is held by a report alone every
 * build of its files. Of a game about which copyright
 * notices stand: what they name. What the scanner knows as malware. Addresses that were signed before lead nowhere, too.
 * @returns answers at once; a take-down reaches every process as a change of the catalog does
 */
export async function withheldObjects({ db, catalogChanged, log }: Store): Promise<(key: string) => boolean> {
  let { keys, folders } = await findWithheld(db)
  let refreshed = Promise.resolve()
  const refresh = (): void => {
    refreshed = refreshed.then(async () => {
      try {
        ;({ keys, folders } = await findWithheld(db))
      } catch (error) {
        log.error({ err: error }, 'what is withheld could not be looked up')
        setTimeout(refresh, AGAIN_MS).unref()
      }
    })
  }
  catalogChanged.onChange(refresh)
  return (key) => keys.has(key) || keys.has(pictureOf(key)) || folders.has(folderOf(key))
}

type Withheld = { keys: ReadonlySet<string>; folders: ReadonlySet<string> }

async function findWithheld(db: Queryable): Promise<Withheld> {
  const [games, builds, paused] = await Promise.all([illegalGames(db), withheldBuilds(db), pausedParts(db)])
  return {
    keys: new Set([
      ...builds.map((build) => build.storage_key),
      ...games.flatMap(picturesDescribed),
      ...games.flatMap(({ share }) => (share === null ? [] : [share.slice(1)])),
      ...paused.flatMap(keysOf),
    ]),
    folders: new Set(games.flatMap(foldersOf)),
  }
}

type IllegalGame = Awaited<ReturnType<typeof illegalGames>>[number]

const illegalGames = (db: Queryable) =>
  db
    .selectFrom('games')
    .innerJoin('accounts as developer', 'developer.id', 'games.developer_id')
    .leftJoin('share_pictures as share', 'share.game_id', 'games.id')
    .select([
      'developer.username',
      'games.slug',
      'games.card',
      'share.url as share',
      written.as('description'),
    ])
    .where('games.suspended_at', 'is not', null)
    .where('games.is_illegal', '=', true)
    .execute()

/** A game's description and what its releases and posts say. */
const written = sql<string>`concat_ws(' ', games.description, written_beside_page(games))`

const withheldBuilds = (db: Queryable) =>
  db
    .selectFrom('games')
    .innerJoin('game_files as file', 'file.game_id', 'games.id')
    .innerJoin('file_builds as build', 'build.file_id', 'file.id')
    .select('build.storage_key')
    .where((eb) =>
      eb.or([
        eb.and([eb('games.suspended_at', 'is not', null), sql<boolean>`downloads_stopped(games)`]),
        eb.and([eb('games.is_illegal', '=', true), eb('file.kind', '=', 'demo')]),
        eb('file.paused_at', 'is not', null),
        sql<boolean>`build.sha256 in (select sha256 from malware_scans where state = 'infected' and cleared_at is null)`,
      ]),
    )
    .execute()

const pausedParts = (db: Queryable) =>
  db
    .selectFrom('paused_parts')
    .innerJoin('games', 'games.id', 'paused_parts.game_id')
    .innerJoin('accounts as developer', 'developer.id', 'games.developer_id')
    .select(['developer.username', 'paused_parts.picture', 'paused_parts.description'])
    .execute()

function keysOf({
  username,
  picture,
  description,
}: Awaited<ReturnType<typeof pausedParts>>[number]): string[] {
  if (picture) return [picture.url.slice(1)]
  return picturesDescribed({ username, description: description ?? '' })
}

/** The key of the picture that one of its other forms was made of: `…/3f2a-640.avif` → `…/3f2a.webp`. */
const pictureOf = (key: string): string => key.replace(/(-\d+|-blurred)?\.\w+$/, '.webp')

/** Two games of one title that were created at the same moment share the folder of their first pictures. */
const foldersOf = ({ username, slug, card }: IllegalGame): string[] => [
  `uploads/${slugOf(username)}/${pictureFolder(slug)}`,
  ...(card ? [folderOf(card.url.slice(1))] : []),
]

/** A game's folder, without the kind and name of a picture. */
const folderOf = (key: string): string => key.split('/', 3).join('/')

/** Pictures are under the title's slug at the time of the upload; those of other developers are not withheld. */
function picturesDescribed({
  username,
  description,
}: Pick<IllegalGame, 'username' | 'description'>): string[] {
  const own = `uploads/${slugOf(username)}/`
  const shown = [...description.matchAll(/"\/(uploads\/[^"]+)"/g)].flatMap(([, key]) => key ?? [])
  return shown.filter((key) => key.startsWith(own)).flatMap((key) => [key, blurredAddress(key)])
}
