export const ROLES = ['player', 'developer', 'admin'] as const
export type Role = (typeof ROLES)[number]
