import { GAME_PICTURES, type GameForm } from '@nofiller/contract/authoring/authoring'
import type { Game } from '@nofiller/contract/catalog/catalog'
import { findGame } from '../../catalog/game.ts'
import { findOwnGame, type OwnGameRow, refuseIllegal } from '../../catalog/own-game.ts'
import type { Account } from '../../platform/caller.ts'
import { unlimited } from '../../platform/http/audience.ts'
import type { FilePart } from '../../platform/http/bodies/multipart.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { encodePictures } from '../pictures/pictures.ts'
import { commit, refuseStale } from './commit-save.ts'
import { withDemoPart } from './demo-part.ts'
import { type PicturePart, readDraft, refuseProblems } from './game-input.ts'
/**
 * Creates a game, or changes one of the caller's own (any, for an admin): all of it or nothing. Sent twice, it is created
 * once, because its uploads can be taken only once.
 * @param gameId null to create
 * @throws HttpError 404, 422 with `fields` (requirements 5.1), 409 `game_changed`, `taken_down_as_illegal`
 */
export async function saveGame(
  store: Store,
  author: Account,
  gameId: string | null,
  form: GameForm,
  parts: readonly FilePart[],
): Promise<Game> {
  const before = gameId === null ? null : await findOwnGame(store.db, author, gameId)
  refuseIllegal(before, author)
  refuseStale(before, form)
  const { id, priceChanges, status } = await withDemoPart(store, author.id, form, parts, (completeForm) =>
    saveForm(store, author, before, completeForm, parts.filter(isPicturePart)),
  )
  store.log.info({ accountId: author.id, gameId: id, status }, 'game saved')
  for (const change of priceChanges)
    logEvent(store.log, 'price_changed', { accountId: author.id, gameId: id, ...change })
  const saved = await findGame(store, id, author, unlimited('show'))
  if (!saved) throw notFound()
  return saved
}

async function saveForm(
  store: Store,
  author: Account,
  before: OwnGameRow | null,
  form: GameForm,
  pictures: readonly PicturePart[],
) {
  const draft = await readDraft(store, author, before, form)
  refuseProblems(draft, pictures, before, store.config.THEME_POLICY)
  const saved = await commit(store, author, before, draft, await encodePictures(pictures))
  return { ...saved, status: draft.game.status }
}

const isPicturePart = (part: FilePart): part is PicturePart =>
  GAME_PICTURES.some((field) => field === part.field)
