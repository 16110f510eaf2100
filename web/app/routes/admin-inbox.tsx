import { CONTACT_STATES, type ContactState } from '@nofiller/contract/admin-rules'
import type { Sent } from '@nofiller/contract/calls'
import { TIME_SORTS } from '@nofiller/contract/list-sorts'
import { useRef } from 'react'
import { callFile, callPage } from '../api/client.ts'
import { useList } from '../api/use-list.ts'
import { ContactMessage } from '../features/admin/contact-message.tsx'
import { titled } from '../shell/store-info.ts'
import { choiceIn, textIn, useAddressFilter } from '../ui/address-filter.ts'
import { CsvButton } from '../ui/csv-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { IconMail } from '../ui/icons.tsx'
import { List, showingOf } from '../ui/list.tsx'
import { NoMatch } from '../ui/no-match.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SortChoice, TIME_SORT_NAMES } from '../ui/sort-choice.tsx'

export const meta = titled('Inbox')

const PAGE = 20
const FAILED = 'Failed to load messages'
const STATE_NAMES: Record<ContactState, string> = { open: 'Open', answered: 'Answered', all: 'All' }
const STATES = CONTACT_STATES.map((value) => ({ value, label: STATE_NAMES[value] }))
const EMPTY: Record<ContactState, string> = {
  open: 'No open messages.',
  answered: 'No answered messages yet.',
  all: 'No messages yet.',
}

type Filter = Sent<'GET /api/admin/contacts.csv', 'query'>

const filterIn = (search: URLSearchParams): Filter => ({
  q: textIn(search),
  state: choiceIn(search, 'state', CONTACT_STATES),
  sort: choiceIn(search, 'sort', TIME_SORTS),
})

/** What came in by the contact form. */
export default function AdminInbox() {
  const { filter, setFilter, clear } = useAddressFilter(filterIn)
  const { q, state = 'open', sort } = filter
  const messages = useContacts(filter)
  const heading = useRef<HTMLHeadingElement>(null)
  const moved = () => {
    if (state !== 'all') heading.current?.focus()
  }
  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        Messages
      </h2>
      <FilterBar
        label="Search messages"
        searched="Email, subject or text"
        text={q}
        onText={(text) => setFilter({ ...filter, q: text })}
        count={showingOf(messages)}
      >
        <Segmented
          label="Messages"
          options={STATES}
          value={state}
          onChange={(next) => setFilter({ ...filter, state: next === 'open' ? undefined : next })}
        />
        <SortChoice
          names={TIME_SORT_NAMES}
          value={sort}
          onChange={(next) => setFilter({ ...filter, sort: next })}
        />
        <CsvButton
          load={() => callFile('GET /api/admin/contacts.csv', { query: filter })}
          fileName="inbox.csv"
          failure={() => FAILED}
        />
      </FilterBar>
      <List
        of={messages}
        error={FAILED}
        skeleton={<Skeleton className="h-60" />}
        empty={
          q?.trim() ? (
            <NoMatch
              title="No matching messages."
              icon={<IconMail />}
              filter={{ search: q, state: state === 'all' ? undefined : STATE_NAMES[state] }}
              onClear={clear}
            />
          ) : (
            <Empty title={EMPTY[state]} icon={<IconMail />} />
          )
        }
      >
        {(rows) => (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {rows.map((message) => (
              <li key={message._id} data-row>
                <ContactMessage message={message} onMoved={moved} />
              </li>
            ))}
          </ul>
        )}
      </List>
    </div>
  )
}

const useContacts = (filter: Filter) =>
  useList('GET /api/admin/contacts', filter, (query, signal) =>
    callPage('GET /api/admin/contacts', { query: { ...query, limit: PAGE }, signal }),
  )
