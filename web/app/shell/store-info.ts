import { type MetaDescriptor, useRouteLoaderData } from 'react-router'
import type { loader } from '../root.tsx'
import type { Store } from '../services.ts'

/** The store's name and address, from the server. */
export function useStore(): Store {
  const root = useRouteLoaderData<typeof loader>('root')
  if (root === undefined) throw new Error('Only pages know the store')
  return root.store
}

/** The year in which the page was rendered, by the server's clock. */
export const useYear = (): string | undefined => useRouteLoaderData<typeof loader>('root')?.year

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** The store's data for a `meta` function; null when the root itself failed. */
export function storeOf(matches: Matches): Store | null {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  // The root's own loader made it.
  return (root as { store: Store } | undefined)?.store ?? null
}

/** The `meta` of a page that only needs a title: `export const meta = titled('My Orders')`. */
export const titled =
  (title: string) =>
  ({ matches }: { matches: Matches }): MetaDescriptor[] => [{ title: withStoreName(title, matches) }]

/** `My Orders · No Filler` */
export const withStoreName = (title: string, matches: Matches): string =>
  [title, storeOf(matches)?.name].filter(Boolean).join(' · ')
