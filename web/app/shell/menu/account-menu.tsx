import { admits } from '@nofiller/contract/access'
import type { SessionUser } from '@nofiller/contract/accounts/accounts'
import type { Role } from '@nofiller/contract/role'
import { useNavigate } from 'react-router'
import { signOut } from '../../session/session.ts'
import { IconBell, IconFlag } from '../../ui/dashboard-icons.tsx'
import {
  IconChart,
  IconDashboard,
  IconEdit,
  IconGamepad,
  IconHeart,
  IconLibrary,
  IconLogOut,
  IconReceipt,
  IconSettings,
  IconShield,
  IconTag,
  IconUser,
  IconUsers,
  IconWallet,
} from '../../ui/icons.tsx'
import { ACCOUNT_BUTTON, AccountName } from './account-name.tsx'
import { ToDoCount } from './for-admins.tsx'
import { HelpLinks } from './help-links.tsx'
import { Menu, MenuButton, type MenuEntry, MenuGroup, MenuLink } from './menu.tsx'

type Group = { label: string; entries: readonly MenuEntry[] }

/** The menu's items for a role (requirements 9.7). */
export function groupsFor(role: Role): Group[] {
  const orders = role === 'admin' ? '/admin/orders' : '/orders'
  const groups: Group[] = [
    {
      label: 'Account',
      entries: [
        { to: '/library', label: 'Library', icon: <IconLibrary /> },
        { to: orders, label: 'Orders', icon: <IconReceipt /> },
        { to: '/profile', label: 'Profile', icon: <IconUser /> },
        { to: '/reports', label: 'My reports', icon: <IconFlag /> },
        { to: '/settings', label: 'Settings', icon: <IconSettings /> },
        { to: '/wishlist', label: 'Wishlist', icon: <IconHeart /> },
        { to: '/following', label: 'Following', icon: <IconBell /> },
        { to: '/my-reviews', label: 'My reviews', icon: <IconEdit /> },
      ],
    },
  ]
  if (admits('developer', role))
    groups.push({
      label: 'Developer',
      entries: [
        { to: '/dev-dashboard', label: 'Dashboard', icon: <IconDashboard /> },
        { to: '/dev/analytics', label: 'Analytics', icon: <IconChart /> },
        { to: '/dev/earnings', label: 'Earnings', icon: <IconWallet /> },
        { to: '/dev/sales', label: 'Sales and codes', icon: <IconTag /> },
      ],
    })
  if (admits('admin', role))
    groups.push({
      label: 'Admin',
      entries: [
        { to: '/admin-dashboard', label: 'Dashboard', icon: <IconShield />, trailing: <ToDoCount /> },
        { to: '/admin/users', label: 'Users', icon: <IconUsers /> },
      ],
    })
  return groups
}

/** The name of the signed-in user, which opens a menu of their pages. */
export default function AccountMenu({ user }: { user: SessionUser }) {
  const navigate = useNavigate()
  const logOut = async () => {
    await signOut()
    navigate('/')
    // The menu that had the focus is gone.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <Menu
      label="Account"
      buttonClass={`${ACCOUNT_BUTTON} cursor-pointer hover:border-line hover:bg-surface aria-expanded:border-line aria-expanded:bg-surface`}
      button={
        <AccountName user={user}>
          <ToDoCount loud />
        </AccountName>
      }
    >
      <MenuLink to="/" label="Games" icon={<IconGamepad />} />
      <HelpLinks className="bar:hidden" />
      {groupsFor(user.role).map((group) => (
        <MenuGroup key={group.label} label={group.label}>
          {group.entries.map((entry) => (
            <MenuLink key={entry.to} {...entry} />
          ))}
        </MenuGroup>
      ))}
      <hr className="my-1.5 border-line" />
      <MenuButton onPress={logOut}>
        <IconLogOut />
        Logout
      </MenuButton>
    </Menu>
  )
}
