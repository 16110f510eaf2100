import type { ListedUser } from '@nofiller/contract/admin/admin'
import { IconClock, IconUser, IconX } from '../../../ui/icons.tsx'
import { Pill } from '../../../ui/pill.tsx'

/** Whether a player waits for an answer: may they become a developer? */
export const isAsking = ({ role, developerRequestedAt }: ListedUser): boolean =>
  role === 'player' && developerRequestedAt !== null

/** What is out of the ordinary about a user; nothing for most. */
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
