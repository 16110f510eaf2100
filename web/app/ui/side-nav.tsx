import { Link, useLocation } from 'react-router'
import { useCurrentInView } from './browser/current-in-view.ts'

/** `also` is a second URL of the same screen. */
export type Place = { to: string; name: string; also?: string }

/** Links between related screens: at their side, and in a row above them on narrow screens. */
export function SideNav({ label, places }: { label: string; places: readonly Place[] }) {
  const { pathname } = useLocation()
  const row = useCurrentInView(pathname)
  return (
    <nav
      ref={row}
      aria-label={label}
      className="flex content-start gap-0.5 max-wide:overflow-x-auto max-wide:border-b max-wide:border-line wide:grid"
    >
      {places.map(({ to, name, also }) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname === to || pathname === also ? 'page' : undefined}
          className="px-3.5 py-2 font-550 whitespace-nowrap text-muted no-underline -outline-offset-2! hover:text-text aria-[current=page]:text-text max-wide:aria-[current=page]:inset-shadow-[0_-2px_var(--accent)] wide:rounded-r-2 wide:aria-[current=page]:bg-surface wide:aria-[current=page]:inset-shadow-[2px_0_var(--accent)]"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
