import type { ListedUser } from '@nofiller/contract/admin/admin'
import { IconClock, IconUser, IconX } from '../../../ui/icons.tsx'
import { Pill } from '../../../ui/pill.tsx'

/** Whether a player waits for the reply to a request to sell. */
export const isAsking = ({ role, developerRequestedAt }: ListedUser): boolean =>
  role === 'player' && developerRequestedAt !== null

/** Unusual facts about a user; nothing for most. */
export function UserStatus({ user }: { user: ListedUser }) {
  return (
    <>
      {user.suspendedAt !== null && (
        <Pill kind="bad" icon={<IconX />}>
          Suspended
        </Pill>
      )}
      {user.verifiedAt === null && (
        <Pill kind="warn" icon={<IconClock />}>
          Not verified
        </Pill>
      )}
      {isAsking(user) && (
        <Pill kind="go" icon={<IconUser />}>
          Wants to sell
        </Pill>
      )}
    </>
  )
}
