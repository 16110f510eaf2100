import { nextPath } from '@nofiller/contract/accounts/next-path'
import { useLocation } from 'react-router'

/** The address of the login (or sign-up) page that comes back to where the user is now. */
export function useLoginAddress(page: '/login' | '/signup'): string {
  const { pathname, search } = useLocation()
  return withNext(page, pathname + search)
}

/** An address of this site with `next` in it; `/` needs no mention. */
export function withNext(page: string, target: unknown): string {
  const next = nextPath(target)
  if (next === '/') return page
  return `${page}${page.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`
}
