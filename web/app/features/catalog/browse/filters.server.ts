import { GamesQuery } from '@nofiller/contract/catalog/catalog'
import { type Filters, priceOf } from './filters.ts'

const InAddress = GamesQuery.omit({ limit: true, after: true })

/**
 * The filters in an address; invalid ones are left out. What stands there twice is
 * a list, as a form sends a tag beside those that were chosen before. Without scripts the ends of a price come as they were
 * typed, in fields of their own.
 */
export function filtersOf(search: URLSearchParams): Filters {
  const written = Object.fromEntries(
    [...new Set(search.keys())]
      .map((name) => [name, search.getAll(name).filter(Boolean).join(',')] as const)
      .filter(([, value]) => value !== ''),
  )
  const { min = '', max = '' } = written
  if (min || max) written.price = priceOf(min, max)
  const read = InAddress.safeParse(written)
  if (read.success) return read.data
  const wrong = new Set(read.error.issues.map((issue) => String(issue.path[0])))
  return InAddress.parse(Object.fromEntries(Object.entries(written).filter(([name]) => !wrong.has(name))))
}
