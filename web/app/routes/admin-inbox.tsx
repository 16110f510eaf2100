import { useRef } from 'react'
import { callPage } from '../api/client.ts'
import { useList } from '../api/use-list.ts'
import { ContactMessage } from '../features/admin/contact-message.tsx'
import { titled } from '../shell/store-info.ts'
import { choiceIn, useAddressFilter } from '../ui/address-filter.ts'
import { Empty } from '../ui/empty.tsx'
import { IconMail } from '../ui/icons.tsx'
import { List, showingOf } from '../ui/list.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export const meta = titled('Inbox')

const PAGE = 20
const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'answered', label: 'Answered' },
] as const

const filterIn = (search: URLSearchParams) => ({ state: choiceIn(search, 'state', ['answered']) })

/** What came in by the contact form. */
export default function AdminInbox() {
  const { filter, setFilter } = useAddressFilter(filterIn)
  const state = filter.state ?? 'open'
  const messages = useContacts(state)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 ref={heading} tabIndex={-1} className="d4 outline-none">
          Messages
        </h2>
        <Segmented
          label="Messages"
          options={STATES}
          value={state}
          onChange={(next) => setFilter({ state: next === 'open' ? undefined : next })}
        />
        <p role="status" className="ml-auto text-sm text-muted">
          {showingOf(messages)}
        </p>
      </div>
      <List
        of={messages}
        error="Failed to load messages"
        skeleton={<Skeleton className="h-60" />}
        empty={<Empty title={EMPTY[state]} icon={<IconMail />} />}
      >
        {(rows) => (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {rows.map((message) => (
              <li key={message._id} data-row>
                <ContactMessage message={message} onMoved={() => heading.current?.focus()} />
              </li>
            ))}
          </ul>
        )}
      </List>
    </div>
  )
}

const EMPTY = { open: 'No open messages.', answered: 'No answered messages yet.' }

const CONTACTS = 'GET /api/admin/contacts'
const useContacts = (state: 'open' | 'answered') =>
  useList(CONTACTS, { state }, ({ after }, signal) =>
    callPage(CONTACTS, { query: { state, after, limit: PAGE }, signal }),
  )
