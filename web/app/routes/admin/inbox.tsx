import { CONTACT_STATES, type ContactState } from '@nofiller/contract/admin/admin-rules'
import type { Sent } from '@nofiller/contract/calls'
import { TIME_SORTS } from '@nofiller/contract/catalog/time-sorts'
import { useRef } from 'react'
import { callFile } from '../../api/client.ts'
import { useList } from '../../api/use-list.ts'
import { MessageList } from '../../features/admin/inbox/message-list.tsx'
import { titled } from '../../shell/store-info.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconMail } from '../../ui/icons.tsx'
import { choiceIn, textIn, useAddressFilter } from '../../ui/list/address-filter.ts'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { SortChoice, TIME_SORT_NAMES } from '../../ui/list/sort-choice.tsx'
import { ViewChoice } from '../../ui/list/view-choice.tsx'

export const meta = titled('Inbox')

const FAILED = 'Failed to load messages'
const STATE_NAMES: Record<ContactState, string> = { open: 'Open', answered: 'Answered', all: 'All' }
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

/** Messages from the contact form. */
export default function AdminInbox() {
  const { filter, field, clear } = useAddressFilter(filterIn)
  const { q, state = 'open' } = filter
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = () => {
    if (state !== 'all') heading.current?.focus()
  }
  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        Messages
      </h2>
      <ListPage
        list={useList('GET /api/admin/contacts', filter)}
        error={FAILED}
        skeleton={<Skeleton className="h-60" />}
        search={{ label: 'Search messages', placeholder: 'Email, subject or text', ...field('q') }}
        filters={
          <>
            <ViewChoice label="Messages" names={STATE_NAMES} {...field('state')} />
            <SortChoice names={TIME_SORT_NAMES} {...field('sort')} />
            <CsvButton
              load={() => callFile('GET /api/admin/contacts.csv', { query: filter })}
              fileName="inbox.csv"
              failure={() => FAILED}
            />
          </>
        }
        noMatch={{
          title: 'No matching messages.',
          icon: <IconMail />,
          filter: { search: q },
          view: { state: state === 'all' ? undefined : STATE_NAMES[state] },
          onClear: clear,
        }}
        empty={<Empty title={EMPTY[state]} icon={<IconMail />} />}
      >
        {(messages) => <MessageList messages={messages} onMoved={focusHeading} />}
      </ListPage>
    </div>
  )
}
