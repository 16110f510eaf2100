import type { Journal, JournalEntry } from '@nofiller/contract/content/information'
import { showDate } from '@nofiller/contract/text/time'
import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { IconEdit } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { LongPage } from './long-page.tsx'
import { Prose } from './prose.tsx'

/** A page that grows: entries newest first, each with its date and permanent link, and a feed (requirements 9.1). */
export function JournalPage({ journal: { name, title, intro, entries } }: { journal: Journal }) {
  return (
    <LongPage title={title} places={entries}>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Prose html={intro} />
        {/* Not a page of the store: the browser fetches it directly. */}
        <a
          href={`/${name}.atom`}
          type="application/atom+xml"
          className={buttonClass({ size: 'small', className: '-my-1' })}
        >
          Atom feed
        </a>
      </div>
      {entries.length === 0 && (
        <div className="mt-8">
          <Empty title="Nothing here yet." icon={<IconEdit />} />
        </div>
      )}
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </LongPage>
  )
}

const Entry = ({ entry: { id, title, date, html } }: { entry: JournalEntry }) => (
  <article id={id} className="mt-8 border-t border-line pt-8">
    <h2 className="d4">
      <Link to={{ hash: id }} className="no-underline hover:underline">
        {title}
      </Link>
    </h2>
    <p className="mt-1 mb-3 text-sm text-faint">
      <time dateTime={date}>{showDate(date)}</time>
    </p>
    <Prose html={html} />
  </article>
)
