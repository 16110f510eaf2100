import type { Bundle } from '@nofiller/contract/bundles/bundles'
import { bundlePath } from '@nofiller/contract/catalog/paths'
import { percentOff } from '@nofiller/contract/pricing/pricing'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/client.ts'
import { Price } from '../../ui/price.tsx'
import { OldPrice } from '../catalog/sale.tsx'

type BundleLinksProps = { filter: { game: string } | { developer: string }; title: string }

/** The bundles with a game, or of a developer. An addition to its page, so nothing is shown without one. */
export default function BundleLinks({ filter, title }: BundleLinksProps) {
  const id = useId()
  const { data: bundles = [] } = useQuery({
    queryKey: ['GET /api/bundles', filter],
    queryFn: ({ signal }) => call('GET /api/bundles', { query: filter, signal }),
  })
  if (bundles.length === 0) return null
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-ui font-650">
        {title}
      </h2>
      <ul className="grid gap-2">
        {bundles.map((bundle) => (
          <li key={bundle._id}>
            <BundleLink bundle={bundle} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const BundleLink = ({ bundle: { slug, title, games, price, listPrice } }: { bundle: Bundle }) => (
  <Link
    to={bundlePath(slug)}
    className="group/bundle grid gap-0.5 rounded-2 border border-current/25 px-4 py-3 text-ui no-underline hover:border-current"
  >
    <b dir="auto" className="font-650 break-words group-hover/bundle:underline">
      {title}
    </b>
    <span className="text-sm">
      {games.length} games ·{' '}
      <b className="font-650">
        <Price dollars={price} />
      </b>{' '}
      <OldPrice dollars={listPrice} /> · −{percentOff(Math.round(100 * listPrice), Math.round(100 * price))}%
    </span>
  </Link>
)
