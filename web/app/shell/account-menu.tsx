import type { Role, SessionUser } from '@nofiller/contract/accounts'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { signOut } from '../session/session.ts'
import {
  IconChart,
  IconChevronDown,
  IconDashboard,
  IconGamepad,
  IconLibrary,
  IconLogOut,
  IconReceipt,
  IconSettings,
  IconShield,
  IconUsers,
} from '../ui/icons.tsx'
import { Avatar } from './avatar.tsx'

type Entry = { to: string; label: string; icon: ReactNode }
type Group = { label: string | null; entries: readonly Entry[] }

/** What the menu holds for a role (document 1 §2, Top bar). */
function groupsFor(role: Role): Group[] {
  const orders = role === 'admin' ? '/admin/orders' : '/orders'
  const groups: Group[] = [
    { label: null, entries: [{ to: '/', label: 'Games', icon: <IconGamepad /> }] },
    {
      label: 'Account',
      entries: [
        { to: '/library', label: 'Library', icon: <IconLibrary /> },
        { to: orders, label: 'Orders', icon: <IconReceipt /> },
        { to: '/settings', label: 'Settings', icon: <IconSettings /> },
      ],
    },
  ]
  if (role !== 'player')
    groups.push({
      label: 'Developer',
      entries: [
        { to: '/dev-dashboard', label: 'Dashboard', icon: <IconDashboard /> },
        { to: '/dev/analytics', label: 'Analytics', icon: <IconChart /> },
      ],
    })
  if (role === 'admin')
    groups.push({
      label: 'Admin',
      entries: [
        { to: '/admin-dashboard', label: 'Dashboard', icon: <IconShield /> },
        { to: '/admin/users', label: 'Users', icon: <IconUsers /> },
      ],
    })
  return groups
}

const ROW =
  'flex w-full cursor-pointer items-center gap-2.5 rounded-2 px-2.5 py-2 text-left text-[14px]/5 text-text no-underline hover:bg-text/8 focus-visible:-outline-offset-2 aria-[current=page]:bg-text/8 [&>svg]:text-faint'

/** The name of the signed-in user, which opens a menu of their pages. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const menu = useMenu()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const logOut = async () => {
    menu.close()
    await signOut()
    navigate('/')
    // The menu that had the focus is gone.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <div ref={menu.root} className="relative" {...menu.events}>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={menu.isOpen}
        onClick={menu.toggle}
        className="flex h-10 cursor-pointer items-center gap-2 rounded-2 border border-transparent pr-2 pl-1 font-semibold hover:border-line hover:bg-surface aria-expanded:border-line aria-expanded:bg-surface"
      >
        <Avatar user={user} />
        <span className="max-w-40 truncate max-phone:sr-only">
          {user.displayName || user.username || 'Player'}
        </span>
        <IconChevronDown />
      </button>
      {menu.isOpen && (
        <div
          role="menu"
          aria-label="Account"
          className="absolute top-12 right-0 z-30 grid max-h-[calc(100dvh-72px)] w-58 animate-fade gap-px overflow-y-auto rounded-3 border border-line bg-raised p-2 shadow-pop"
        >
          {groupsFor(user.role).map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of menu items, not of form fields
            <div key={group.label} role="group" aria-label={group.label ?? undefined} className="grid gap-px">
              {group.label && (
                <span aria-hidden="true" className="label px-2.5 pt-2.5 pb-1">
                  {group.label}
                </span>
              )}
              {group.entries.map(({ to, label, icon }) => (
                <Link
                  key={to}
                  role="menuitem"
                  tabIndex={-1}
                  to={to}
                  onClick={menu.close}
                  aria-current={pathname === to ? 'page' : undefined}
                  className={ROW}
                >
                  {icon}
                  {label}
                </Link>
              ))}
            </div>
          ))}
          <hr className="my-1.5 border-line" />
          <button type="button" role="menuitem" tabIndex={-1} onClick={logOut} className={ROW}>
            <IconLogOut />
            Logout
          </button>
        </div>
      )}
    </div>
  )
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** A button with a menu: arrow keys move in it, Escape, a press outside and leaving it by Tab close it. */
function useMenu() {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const close = () => setOpen(false)

  useEffect(() => {
    if (!isOpen) return
    const pressed = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false) // the target of a pointer event is a node
    }
    document.addEventListener('pointerdown', pressed)
    root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    return () => document.removeEventListener('pointerdown', pressed)
  }, [isOpen])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && !isOpen) {
      event.preventDefault()
      return setOpen(true)
    }
    if (!isOpen) return
    if (event.key === 'Escape' || event.key === 'Tab') {
      close()
      root.current?.querySelector('button')?.focus()
      return
    }
    const all = items()
    const next = STEPS[event.key]?.(all.indexOf(document.activeElement as HTMLElement), all.length) // -1 when none has the focus
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }
  return { root, isOpen, close, toggle: () => setOpen(!isOpen), events: { onKeyDown } }
}
