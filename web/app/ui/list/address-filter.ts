import { cutText, SEARCH_MAX } from '@nofiller/contract/text/characters'
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/** Marks a navigation caused by typing on the page itself. */
const TYPED = 'typed'

/**
 * A filter in the URL, which is updated shortly after typing. `read` and `write` translate; pass
 * stable functions.
 */
export function useAddressFilter<Filter extends object>(
  read: (search: URLSearchParams) => Filter,
  write: (filter: Filter) => URLSearchParams = searchWith,
) {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const [filter, setFilter] = useState(() => read(search))
  // A link to this page resets the filter; a URL that follows typing may be some letters behind.
  useEffect(() => {
    if (state !== TYPED) setFilter(read(search))
  }, [search, state, read])
  const change = (next: Filter) => {
    setFilter(next)
    setSearch(write(next), { replace: true, preventScrollReset: true, state: TYPED })
  }
  return {
    filter,
    /** Replaces the entire filter. */
    setFilter: change,
    /** The value of one part and its setter, for a field of the filter bar. */
    field: <Part extends keyof Filter>(part: Part) => ({
      value: filter[part],
      onChange: (value: Filter[Part]) => change({ ...filter, [part]: value }),
    }),
    clear: () => change(read(new URLSearchParams())),
  }
}

/** The query of a URL with some values; missing and empty ones are left out. */
export function searchWith(values: object): URLSearchParams {
  const given = Object.entries(values).flatMap(([key, value]) => (value ? [[key, String(value)]] : []))
  return new URLSearchParams(given)
}

/** The search text of a URL. */
export const textIn = (search: URLSearchParams, key = 'q'): string | undefined =>
  cutText(search.get(key) ?? '', SEARCH_MAX) || undefined

/** A URL's value, if it is one of the options. */
export const choiceIn = <Value extends string>(
  search: URLSearchParams,
  key: string,
  choices: readonly Value[],
): Value | undefined => choices.find((choice) => choice === search.get(key))

/** A day like `2026-11-21` in a URL. */
export function dayIn(search: URLSearchParams, key: string): string | undefined {
  const text = search.get(key)
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}
