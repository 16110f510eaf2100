import type { GameFile } from '@nofiller/contract/catalog/catalog'
import type { Device } from '@nofiller/contract/catalog/devices'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'

export type FileJson = {
  id: string
  kind: 'file' | 'demo'
  name: string
  size_bytes: number
  device: Device
  custom_price_cents: number | null
  sha256: string | null
  built_at: string
  is_paused: boolean
}

/** A row of `built_files` as JSON, so that a game and its files are one query. */
export const fileJson = sql`json_build_object('id', id, 'kind', kind, 'name', name, 'size_bytes', size_bytes, 'device', device,
  'custom_price_cents', custom_price_cents, 'sha256', encode(sha256, 'hex'), 'built_at', built_at,
  'is_paused', paused_at is not null)`

/** A file in responses, without its storage key. */
export const toFile = (file: FileJson): GameFile => ({
  _id: file.id,
  name: file.name,
  size: file.size_bytes,
  device: file.device,
  customPriceEnabled: file.custom_price_cents !== null,
  customPrice: file.custom_price_cents === null ? null : dollarsOf(file.custom_price_cents),
  sha256: file.sha256,
  updatedAt: new Date(file.built_at).toISOString(),
})
