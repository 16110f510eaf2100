import { DEVICES, type Device, devicesOf } from '@nofiller/contract/catalog/devices'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** The devices for which an account is told of what it follows, and those of the files that it downloaded. */
export async function ownDevices(
  db: Database,
  accountId: string,
): Promise<{ devices: Device[]; proposed: Device[] }> {
  const { my_devices: devices } = await db
    .selectFrom('accounts')
    .select('my_devices')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ device: Device }>`
    select distinct file.device from owned_versions as mine join game_files as file on file.id = mine.file_id
    where mine.account_id = ${accountId}`.execute(db)
  return { devices, proposed: devicesOf(rows) }
}

/** Keeps these devices, in the order of display. */
export const setOwnDevices = (db: Database, accountId: string, chosen: readonly Device[]) =>
  db
    .updateTable('accounts')
    .set({ my_devices: DEVICES.filter((device) => chosen.includes(device)) })
    .where('id', '=', accountId)
    .execute()
