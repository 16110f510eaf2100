import type { Role } from '@nofiller/contract/role'

const TINTS: Record<Role, string> = { player: 'text-muted', developer: 'text-info', admin: 'text-go' }

export const RoleTag = ({ role }: { role: Role }) => (
  <span className={`rounded-1 bg-text/9 px-2 py-[3px] text-xs ${TINTS[role]}`}>{role}</span>
)
