import { nextPath } from '@nofiller/contract/accounts/next-path'
import { useLocation } from 'react-router'

/** The URL of the login (or sign-up) page that returns to the current page. */
export function useLoginAddress(page: '/login' | '/signup'): string {
  const { pathname, search } = useLocation()
  return withNext(page, pathname + search)
}

/** A path of this site with `next` in it; `/` is the default. */
export function withNext(page: string, target: unknown): string {
  const next = nextPath(target)
  if (next === '/') return page
  return `${page}${page.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`
}
