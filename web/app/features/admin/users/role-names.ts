import type { Role } from '@nofiller/contract/role'

export const ROLE_NAMES: Record<Role, string> = { player: 'Player', developer: 'Developer', admin: 'Admin' }
export const ROLE_CHOICES = Object.keys(ROLE_NAMES) as Role[] // the record has each of them
