import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'

/** A heading of the page, and the `id` of its section's element. */
export type Place = { id: string; title: string }

/** The contents of a long page at its side, with the current section. */
export function ContentsRail({ places }: { places: readonly Place[] }) {
  const current = usePlace(places)
  return (
    <nav
      aria-label="On this page"
      className="sticky top-22 grid max-h-[calc(100vh-112px)] gap-0.5 self-start overflow-y-auto text-sm/[18px] max-bar:hidden print:hidden"
    >
      {places.map(({ id, title }) => (
        <Link
          key={id}
          to={{ hash: id }}
          aria-current={id === current ? 'location' : undefined}
          className="border-l-2 border-line py-[5px] pl-3 text-muted no-underline hover:text-text focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-text"
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

/** Follows scrolling; on the server the first section. */
function usePlace(places: readonly Place[]): string | undefined {
  const { hash } = useLocation()
  const [shares, setShares] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    const observer = new IntersectionObserver(
      (seen) =>
        setShares(
          (before) =>
            new Map([...before, ...seen.map((one) => [one.target.id, one.intersectionRatio] as const)]),
        ),
      { rootMargin: '-120px 0px 0px', threshold: [0, 0.01, 0.99] },
    )
    for (const { id } of places) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [places])
  return currentPlace(
    places.map(({ id }) => id),
    shares,
    hash.slice(1),
  )
}

/**
 * The current section: the requested one while it is in view, at the end of the page the last, else the
 * first in view.
 * @param shares how much of each section is in view, 0 to 1
 */
export function currentPlace(
  ids: readonly string[],
  shares: ReadonlyMap<string, number>,
  requested: string,
): string | undefined {
  const [first] = ids
  const last = ids.at(-1)
  const share = (id: string | undefined) => (id === undefined ? 0 : (shares.get(id) ?? 0))
  if (share(requested) > 0) return requested
  if (share(first) === 0 && share(last) > 0.98) return last
  return ids.find((id) => share(id) > 0) ?? first
}
