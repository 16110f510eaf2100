import type { ComingRelease } from '@nofiller/contract/catalog/catalog'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import type { SupporterOffer } from '@nofiller/contract/releases/supporters'
import type { TimedStep } from '@nofiller/contract/releases/windows'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { sql } from 'kysely'
import { conflict, type HttpError } from '../platform/http/errors/errors.ts'
import type { FileJson } from './file.ts'

type ComingFile = Pick<FileJson, 'id' | 'name' | 'size_bytes' | 'device' | 'custom_price_cents'>
type ComingJson = Pick<ComingRelease, 'label' | 'news'> & { steps: TimedStep[]; files: ComingFile[] }

/** A game's releases that are announced or open to some, as JSON, so that a game is one query. By the index `releases_announced`. */
export const comingJson = sql<ComingJson[]>`(
  select coalesce(json_agg(json_build_object('label', release.label, 'steps', (
    select json_agg(json_build_object('audience', step.audience, 'opensAt', step.opens_at) order by step.opens_at)
    from release_steps as step where step.release_id = release.id
  ), 'files', (
    select coalesce(json_agg(json_build_object('id', file.id, 'name', file.name, 'size_bytes', file.size_bytes,
      'device', file.device, 'custom_price_cents', file.custom_price_cents) order by file.position), '[]')
    from coming_files as file where file.release_id = release.id
  ), 'news', case when release.early_at is not null then json_build_object('summary', release.summary,
    'saves', release.saves, 'savesFrom', oldest.label, 'savesNote', release.saves_note) end) order by release.opens_at, release.id), '[]')
  from releases as release left join releases as oldest on oldest.id = release.saves_from
  where release.game_id = games.id and release.opens_at is not null and release.live_at is null
    and release.withdrawn_at is null and exists (select from release_steps as step where step.release_id = release.id)
)`.as('coming')

export const toComing = ({ label, steps, files, news }: ComingJson): ComingRelease => ({
  label,
  news,
  steps: steps.map(({ audience, opensAt }) => ({ audience, opensAt: new Date(opensAt).toISOString() })),
  files: files.map(({ id, name, size_bytes: size, device, custom_price_cents: cents }) => ({
    _id: id,
    name,
    size,
    device,
    customPriceEnabled: cents !== null,
    customPrice: cents === null ? null : dollarsOf(cents),
  })),
})

type OfferJson = { fileId: string | null; minCents: number | null; leadDays: number }

/** What makes supporters of a game, as JSON; null where nothing does. */
export const supportersJson = sql<OfferJson | null>`(
  select json_build_object('fileId', file_id, 'minCents', min_cents, 'leadDays', lead_days)
  from supporter_offers where game_id = games.id and until_at is null
)`.as('supporters')

export const toSupporterOffer = ({ fileId, minCents, leadDays }: OfferJson): SupporterOffer => ({
  fileId,
  minPaid: minCents === null ? null : dollarsOf(minCents),
  leadDays,
})

/** When a game whose base has no file that a buyer could fetch opens to buyers; null for others. */
export const availableFrom = sql<Date | null>`case when not exists (
    select from built_files as file
    where file.game_id = games.id and file.kind = 'file' and file.custom_price_cents is null and file.withdrawn_at is null
  ) then (
    select min(opens_at) from coming_files where game_id = games.id and custom_price_cents is null
  ) end`

/** What nobody could fetch yet is neither sold nor given away. */
export const notAvailable = (from: Date): HttpError =>
  conflict('not_available', `This can’t be had yet: it opens on ${showUtcMoment(from)}.`)
