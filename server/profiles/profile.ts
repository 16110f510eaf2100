import type { Profile } from '@nofiller/contract/profiles/profiles'
import type { AccountRow } from '../platform/database/tables.ts'

/** The columns of an account that are its profile; an empty text is stored as none. */
export const PROFILE_COLUMNS = ['display_name', 'bio', 'website', 'twitter', 'patreon', 'wallet'] as const

type ProfileRow = Pick<AccountRow, (typeof PROFILE_COLUMNS)[number]>

export const toProfile = (row: ProfileRow): Profile => ({
  displayName: row.display_name ?? '',
  bio: row.bio ?? '',
  website: row.website ?? '',
  twitter: row.twitter ?? '',
  patreon: row.patreon ?? '',
  wallet: row.wallet ?? '',
})

export const toColumns = (profile: Profile): ProfileRow => ({
  display_name: profile.displayName || null,
  bio: profile.bio || null,
  website: profile.website || null,
  twitter: profile.twitter || null,
  patreon: profile.patreon || null,
  wallet: profile.wallet || null,
})
