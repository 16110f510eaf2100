import { USER_SORTS, USER_STATES, type UserSort, type UserState } from '@nofiller/contract/admin/admin-rules'
import type { Sent } from '@nofiller/contract/calls'
import { callFile } from '../../api/client.ts'
import { useList } from '../../api/use-list.ts'
import { ROLE_CHOICES, ROLE_NAMES } from '../../features/admin/users/role-names.ts'
import { UserTable } from '../../features/admin/users/user-table.tsx'
import { titled } from '../../shell/store-info.ts'
import { IconUsers } from '../../ui/icons.tsx'
import { choiceIn, textIn, useAddressFilter } from '../../ui/list/address-filter.ts'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { SortChoice } from '../../ui/list/sort-choice.tsx'

export const meta = titled('Users')

const FAILED = 'Failed to fetch users'
const STATE_NAMES: Record<UserState, string> = {
  active: 'Active',
  suspended: 'Suspended',
  asking: 'Wants to sell',
}
const SORT_NAMES: Record<UserSort, string> = {
  new: 'Newest first',
  old: 'Oldest first',
  name: 'By name',
}

type Filter = Sent<'GET /api/admin/users.csv', 'query'>

const filterIn = (search: URLSearchParams): Filter => ({
  q: textIn(search),
  role: choiceIn(search, 'role', ROLE_CHOICES),
  state: choiceIn(search, 'state', USER_STATES),
  sort: choiceIn(search, 'sort', USER_SORTS),
})

/** Everybody with an account. */
export default function AdminUsers() {
  const { filter, field, clear } = useAddressFilter(filterIn)
  const { q, role, state } = filter
  return (
    <ListPage
      list={useList('GET /api/users', filter)}
      error={FAILED}
      search={{ label: 'Search users', placeholder: 'Username, email or ID', ...field('q') }}
      filters={
        <>
          <FilterSelect label="Role" names={ROLE_NAMES} none="All roles" {...field('role')} />
          <FilterSelect label="State" names={STATE_NAMES} none="All states" {...field('state')} />
          <SortChoice names={SORT_NAMES} {...field('sort')} />
          <CsvButton
            load={() => callFile('GET /api/admin/users.csv', { query: filter })}
            fileName="users.csv"
            failure={() => FAILED}
          />
        </>
      }
      noMatch={{
        title: 'No users found.',
        icon: <IconUsers />,
        filter: { search: q, role: role && ROLE_NAMES[role], state: state && STATE_NAMES[state] },
        onClear: clear,
      }}
      empty={<Empty title="No users found." icon={<IconUsers />} />}
    >
      {(users) => <UserTable users={users} />}
    </ListPage>
  )
}
