import type { Role } from '@nofiller/contract/accounts'
import { USER_SORTS, USER_STATES, type UserSort, type UserState } from '@nofiller/contract/admin-rules'
import type { Sent } from '@nofiller/contract/calls'
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

export type UserFilter = Sent<'GET /api/admin/users.csv', 'query'>

/** The filter that an address asks for; what is none is left out. */
export const userFilterIn = (search: URLSearchParams): UserFilter => ({
  q: textIn(search),
  role: choiceIn(search, 'role', ROLE_CHOICES),
  state: choiceIn(search, 'state', USER_STATES),
  sort: choiceIn(search, 'sort', USER_SORTS),
})

export const useUserFilter = () => useAddressFilter(userFilterIn)
