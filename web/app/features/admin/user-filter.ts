import type { Role } from '@nofiller/contract/accounts'
import { USER_SORTS, USER_STATES, type UserSort, type UserState } from '@nofiller/contract/admin-rules'
import { choiceIn, textIn, useAddressFilter } from '../../ui/address-filter.ts'

export const ROLE_NAMES: Record<Role, string> = { player: 'Player', developer: 'Developer', admin: 'Admin' }
export const ROLE_CHOICES = Object.keys(ROLE_NAMES) as Role[] // the record has each of them
export const STATE_NAMES: Record<UserState, string> = {
  active: 'Active',
  suspended: 'Suspended',
  unverified: 'Not verified',
  asking: 'Wants to be a developer',
}
export const SORT_NAMES: Record<UserSort, string> = {
  new: 'Newest first',
  old: 'Oldest first',
  name: 'By name',
}

/** `sort` is missing for the newest first. */
export type UserFilter = { q?: string; role?: Role; state?: UserState; sort?: UserSort }

/** The filter that an address asks for; what is none is left out. */
export function userFilterIn(search: URLSearchParams): UserFilter {
  const sort = choiceIn(search, 'sort', USER_SORTS)
  return {
    q: textIn(search),
    role: choiceIn(search, 'role', ROLE_CHOICES),
    state: choiceIn(search, 'state', USER_STATES),
    sort: sort === 'new' ? undefined : sort,
  }
}

export const useUserFilter = () => useAddressFilter(userFilterIn)
