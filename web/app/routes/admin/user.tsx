import type { UserDetail } from '@nofiller/contract/admin/admin'
import { useParams } from 'react-router'
import { RoleTag } from '../../features/admin/users/role-tag.tsx'
import { useUser } from '../../features/admin/users/use-user.ts'
import { UserActions } from '../../features/admin/users/user-actions.tsx'
import { UserFacts } from '../../features/admin/users/user-facts.tsx'
import { UserGames } from '../../features/admin/users/user-games.tsx'
import {
  UserHistory,
  UserMessages,
  UserOrders,
  UserSessions,
} from '../../features/admin/users/user-lists.tsx'
import { UserStatus } from '../../features/admin/users/user-status.tsx'
import { StrikeList } from '../../features/moderation/strike-list.tsx'
import { Avatar } from '../../shell/avatar.tsx'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconArrowLeft } from '../../ui/icons.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('User details')

/** Everything about a user, with an admin's actions. */
export default function AdminUser() {
  return (
    <Container className="grid grid-cols-1 gap-6 pt-6 pb-16 phone:pt-10 phone:pb-24">
      <ButtonLink kind="quiet" to="/admin/users" className="-ml-4 justify-self-start">
        <IconArrowLeft />
        Users
      </ButtonLink>
      <UserDetails />
    </Container>
  )
}

function UserDetails() {
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
              <UserStatus user={user} />
            </p>
          )}
        </div>
      </div>
      <QueryView query={detail} error="Failed to load user details" skeleton={<Skeleton className="h-96" />}>
        {(detail) => <Detail key={detail.user._id} detail={detail} />}
      </QueryView>
    </>
  )
}

function Detail({
  detail: { user, games, orders, orderCount, messages, sessions, strikes },
}: {
  detail: UserDetail
}) {
  const isDeveloper = user.role !== 'player' || games.length > 0
  return (
    <div className="grid grid-cols-1 gap-10">
      <div className="grid grid-cols-1 gap-6">
        <UserActions user={user} />
        <UserFacts user={user} />
      </div>
      <StrikeList strikes={strikes} />
      {isDeveloper && <UserGames userId={user._id} games={games} />}
      <UserOrders email={user.email} orders={orders} count={orderCount} />
      <UserMessages email={user.email} messages={messages} />
      <UserSessions sessions={sessions} />
      <UserHistory id={user._id} />
    </div>
  )
}
