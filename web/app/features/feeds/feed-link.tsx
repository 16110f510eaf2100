import { Icon } from '../../ui/icons.tsx'

/** Where a feed reader hears what is new of a page. */
export const FeedLink = ({ to }: { to: string }) => (
  <a
    href={to}
    className="inline-flex min-h-9 items-center gap-2 text-ui font-semibold text-muted hover:text-text"
  >
    <Icon name="rss" className="size-4" />
    Feed
  </a>
)
