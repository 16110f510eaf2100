import type { ListedUser } from '@nofiller/contract/admin'
import { Avatar } from '../../shell/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/page.tsx'
import { Cell, Row, Table } from '../../ui/table.tsx'
import { showDay } from '../../ui/when.ts'
import { RoleTag } from './role-tag.tsx'
import { UserStanding } from './user-standing.tsx'

const HEAD = [
  { name: 'User' },
  { name: 'Role' },
  { name: 'Email' },
  { name: 'ID' },
  { name: 'Member since' },
  { name: 'Actions', align: 'right' },
] as const

/** Users, each with the way to everything about them. */
export const UserTable = ({ users }: { users: readonly ListedUser[] }) => (
  <Panel flush>
    <Table label="Users" head={HEAD}>
      {users.map((user) => (
        <Row key={user._id}>
          <Cell className="max-bar:order-1">
            <span className="flex min-w-0 items-center gap-3">
              <Avatar user={user} />
              <span className="grid min-w-0 justify-items-start gap-1">
                <span className="font-semibold break-all">{user.username}</span>
                <UserStanding user={user} />
              </span>
            </span>
          </Cell>
          <Cell className="max-bar:order-3">
            <RoleTag role={user.role} />
          </Cell>
          <Cell full className="break-all max-bar:order-5 bar:max-w-64">
            {user.email}
          </Cell>
          <Cell full className="max-bar:order-6 bar:max-w-48">
            <span className="mono block text-sm break-words text-muted">{user._id}</span>
          </Cell>
          <Cell className="whitespace-nowrap text-muted max-bar:order-4">{showDay(user.createdAt)}</Cell>
          <Cell align="right" className="max-bar:order-2">
            <ButtonLink
              size="small"
              to={`/admin/users/${user._id}`}
              aria-label={`View Details of ${user.username}`}
            >
              View Details
            </ButtonLink>
          </Cell>
        </Row>
      ))}
    </Table>
  </Panel>
)
