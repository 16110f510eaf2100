import type { ListedUser } from '@nofiller/contract/admin/admin'
import { showUtcDay } from '@nofiller/contract/text/time'
import { call } from '../../../api/client.ts'
import { Avatar } from '../../../shell/avatar.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { AUDITED, type BulkAction, BulkBar, type Selection, SelectRow, useSelection } from '../bulk.tsx'
import { RoleTag } from './role-tag.tsx'
import type { UserChange } from './use-user.ts'
import { UserStatus } from './user-status.tsx'

const columnsOf = (selection: Selection<ListedUser>): Column<ListedUser>[] => [
  {
    head: 'User',
    cell: (user) => (
      <span className="flex min-w-0 items-center gap-3">
        <SelectRow row={user} name={user.username} selection={selection} />
        <Avatar user={user} />
        <span className="grid min-w-0 justify-items-start gap-1">
          <span translate="no" className="font-semibold break-all">
            {user.username}
          </span>
          <UserStatus user={user} />
        </span>
      </span>
    ),
  },
  { head: 'Role', cell: (user) => <RoleTag role={user.role} />, card: { order: 3 } },
  {
    head: 'Email',
    cell: (user) => user.email,
    card: { order: 5, wide: true },
    className: 'break-all bar:max-w-64',
  },
  {
    head: 'Member since',
    cell: (user) => showUtcDay(user.createdAt),
    card: { order: 4 },
    className: 'whitespace-nowrap text-muted',
  },
  {
    head: 'Actions',
    cell: (user) => (
      <ButtonLink
        size="small"
        to={`/admin/users/${user._id}`}
        aria-label={`View Details of ${user.username}`}
      >
        View Details
      </ButtonLink>
    ),
    align: 'right',
    card: { order: 2 },
  },
]

const MAILED = 'Emailed to each of them and kept in the audit log.'

const change = (body: UserChange) => (user: ListedUser, reason: string) =>
  call('PATCH /api/admin/users/:id', { params: { id: user._id }, body: { ...body, reason } })

const ACTIONS: readonly BulkAction<ListedUser>[] = [
  {
    label: 'Suspend',
    kind: 'danger',
    text: (count) =>
      `${people(count)} will be logged out everywhere and cannot log in. They keep what they bought.`,
    hint: MAILED,
    act: change({ suspended: true }),
  },
  {
    label: 'Restore',
    text: (count) => `${people(count)} can log in again.`,
    hint: MAILED,
    act: change({ suspended: false }),
  },
  {
    label: 'Log out everywhere',
    text: (count) => `${people(count)} will have to log in again on every device.`,
    hint: AUDITED,
    act: (user, reason) =>
      call('POST /api/admin/users/:id/sign-out', { params: { id: user._id }, body: { reason } }),
  },
]

const people = (count: number): string => (count === 1 ? 'This user' : `These ${count} users`)

/** Users, each with a link to everything about them, and actions for several at once. */
export function UserTable({ users }: { users: readonly ListedUser[] }) {
  const selection = useSelection(users)
  return (
    <div className="grid grid-cols-1 gap-3">
      <BulkBar rows={users} nameOf={({ username }) => username} selection={selection} actions={ACTIONS} />
      <Panel flush>
        <Table label="Users" columns={columnsOf(selection)} rows={users} keyOf={({ _id }) => _id} />
      </Panel>
    </div>
  )
}
