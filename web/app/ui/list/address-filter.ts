import { cutText, SEARCH_MAX } from '@nofiller/contract/text/characters'
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/** Marks an address that follows what was typed on the page itself. */
const TYPED = 'typed'

/**
 * A filter that lives in the address, which follows a moment after what is typed. `read` and `write` translate; give
 * functions that stay the same.
 */
export function useAddressFilter<Filter extends object>(
  read: (search: URLSearchParams) => Filter,
  write: (filter: Filter) => URLSearchParams = searchWith,
) {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const [filter, setFilter] = useState(() => read(search))
  // A link to this page starts over; an address that only followed may be behind by some letters.
  useEffect(() => {
    if (state !== TYPED) setFilter(read(search))
  }, [search, state, read])
  const change = (next: Filter) => {
    setFilter(next)
    setSearch(write(next), { replace: true, preventScrollReset: true, state: TYPED })
  }
  return {
    filter,
    /** Replaces the whole filter. */
    setFilter: change,
    /** The value of one part and how to set it, for a field of the filter bar. */
    field: <Part extends keyof Filter>(part: Part) => ({
      value: filter[part],
      onChange: (value: Filter[Part]) => change({ ...filter, [part]: value }),
    }),
    clear: () => change(read(new URLSearchParams())),
  }
}

/** The part of an address that holds values; those that are missing or empty are left out. */
export function searchWith(values: object): URLSearchParams {
  const given = Object.entries(values).flatMap(([key, value]) => (value ? [[key, String(value)]] : []))
  return new URLSearchParams(given)
}

/** What an address searches for. */
export const textIn = (search: URLSearchParams, key = 'q'): string | undefined =>
  cutText(search.get(key) ?? '', SEARCH_MAX) || undefined

/** What an address asks for, as far as it is one of the choices. */
export const choiceIn = <Value extends string>(
  search: URLSearchParams,
  key: string,
  choices: readonly Value[],
): Value | undefined => choices.find((choice) => choice === search.get(key))

/** A day like `2026-11-21` in an address. */
export function dayIn(search: URLSearchParams, key: string): string | undefined {
  const text = search.get(key)
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}
