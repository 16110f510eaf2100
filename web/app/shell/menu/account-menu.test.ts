import { expect, it } from 'vitest'
import { groupsFor } from './account-menu.tsx'

const account = (orders: string) => [
  'Account',
  [
    'Library /library',
    `Orders ${orders}`,
    'Profile /profile',
    'My reports /reports',
    'Settings /settings',
    'Wishlist /wishlist',
    'Following /following',
    'My reviews /my-reviews',
  ],
]
const developer = [
  'Developer',
  [
    'Dashboard /dev-dashboard',
    'Analytics /dev/analytics',
    'Earnings /dev/earnings',
    'Sales and codes /dev/sales',
  ],
]
const admin = ['Admin', ['Dashboard /admin-dashboard', 'Users /admin/users']]

it.each([
  ['player', [account('/orders')]],
  ['developer', [account('/orders'), developer]],
  ['admin', [account('/admin/orders'), developer, admin]],
] as const)('The menu shows a %s the sections of their role', (role, sections) => {
  const shown = groupsFor(role).map(({ label, entries }) => [
    label,
    entries.map((entry) => `${entry.label} ${entry.to}`),
  ])
  expect(shown).toEqual(sections)
})
