import type { UserDetail } from '@nofiller/contract/admin'
import { useParams } from 'react-router'
import { RoleTag } from '../features/admin/role-tag.tsx'
import { useUser } from '../features/admin/use-user.ts'
import { UserActions } from '../features/admin/user-actions.tsx'
import { UserFacts } from '../features/admin/user-facts.tsx'
import { UserGames } from '../features/admin/user-games.tsx'
import { UserHistory, UserOrders, UserSessions } from '../features/admin/user-lists.tsx'
import { UserStanding } from '../features/admin/user-standing.tsx'
import { Avatar } from '../shell/avatar.tsx'
import { titled } from '../shell/store-info.ts'
import { Answer } from '../ui/answer.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { IconArrowLeft } from '../ui/icons.tsx'
import { Container, PageTitle } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export const meta = titled('User details')

/** Everything about a user, and what an admin can do about it. */
export default function AdminUser() {
  return (
    <Container className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-6 pb-16 phone:pt-10 phone:pb-24">
      <ButtonLink kind="quiet" to="/admin/users" className="-ml-4 justify-self-start">
        <IconArrowLeft />
        Users
      </ButtonLink>
      <Found />
    </Container>
  )
}

function Found() {
  const { id = '' } = useParams()
  const detail = useUser(id)
  const user = detail.data?.user
  return (
    <>
      <div className="flex items-center gap-5">
        {user && <Avatar user={user} size="large" />}
        <div className="grid min-w-0 gap-1">
          <PageTitle className="d2 break-all">{user?.username ?? 'User'}</PageTitle>
          {user && (
            <p className="flex flex-wrap items-center gap-2">
              <RoleTag role={user.role} />
              <UserStanding user={user} />
            </p>
          )}
        </div>
      </div>
      <Answer of={detail} error="Failed to load user details" skeleton={<Skeleton className="h-96" />}>
        {(found) => <Detail key={found.user._id} of={found} />}
      </Answer>
    </>
  )
}

function Detail({ of: { user, games, orders, orderCount, sessions } }: { of: UserDetail }) {
  const isDeveloper = user.role !== 'player' || games.length > 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <UserActions user={user} />
        <UserFacts user={user} />
      </div>
      {isDeveloper && <UserGames userId={user._id} games={games} />}
      <UserOrders email={user.email} orders={orders} count={orderCount} />
      <UserSessions sessions={sessions} />
      <UserHistory id={user._id} />
    </div>
  )
}
