import { callFile, callPage } from '../api/client.ts'
import { useList } from '../api/use-list.ts'
import {
  ROLE_NAMES,
  SORT_NAMES,
  STATE_NAMES,
  type UserFilter,
  useUserFilter,
} from '../features/admin/user-filter.ts'
import { UserTable } from '../features/admin/user-table.tsx'
import { titled } from '../shell/store-info.ts'
import { isFiltering } from '../ui/address-filter.ts'
import { Choice } from '../ui/choice.tsx'
import { CsvButton } from '../ui/csv-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { IconUsers } from '../ui/icons.tsx'
import { List, showingOf } from '../ui/list.tsx'
import { NoMatch } from '../ui/no-match.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SortChoice } from '../ui/sort-choice.tsx'

export const meta = titled('Users')

const PAGE = 20
const FAILED = 'Failed to fetch users'

/** Everybody with an account. */
export default function AdminUsers() {
  const { filter, setFilter, clear } = useUserFilter()
  const users = useUsers(filter)
  return (
    <div className="grid gap-4">
      <FilterBar
        label="Search users"
        searched="Username, email or ID"
        text={filter.q}
        onText={(q) => setFilter({ ...filter, q })}
        count={showingOf(users)}
      >
        <Choice
          label="Role"
          names={ROLE_NAMES}
          none="All roles"
          value={filter.role}
          onChange={(role) => setFilter({ ...filter, role })}
        />
        <Choice
          label="State"
          names={STATE_NAMES}
          none="All states"
          value={filter.state}
          onChange={(state) => setFilter({ ...filter, state })}
        />
        <SortChoice
          names={SORT_NAMES}
          value={filter.sort}
          onChange={(sort) => setFilter({ ...filter, sort })}
        />
        <CsvButton
          load={() => callFile('GET /api/admin/users.csv', { query: filter })}
          fileName="users.csv"
          failure={() => FAILED}
        />
      </FilterBar>
      <List
        of={users}
        error={FAILED}
        skeleton={<Skeleton className="h-96" />}
        empty={
          isFiltering(filter) ? (
            <NoMatch
              title="No users found."
              icon={<IconUsers />}
              filter={{
                search: filter.q,
                role: filter.role && ROLE_NAMES[filter.role],
                state: filter.state && STATE_NAMES[filter.state],
              }}
              onClear={clear}
            />
          ) : (
            <Empty title="No users found." icon={<IconUsers />} />
          )
        }
      >
        {(rows) => <UserTable users={rows} />}
      </List>
    </div>
  )
}

const useUsers = (filter: UserFilter) =>
  useList('GET /api/users', filter, (query, signal) =>
    callPage('GET /api/users', { query: { ...query, limit: PAGE }, signal }),
  )
