import type { PartStatus, StatusPart, StatusState } from '@nofiller/contract/monitoring/status-rules'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { redirect } from 'react-router'
import { servicesContext } from '../../services.ts'
import { WRONG_ADDRESS } from '../../shell/failures/wrong-address.ts'
import { titled } from '../../shell/store-info.ts'
import { TextLink } from '../../ui/button.tsx'
import { Note, type NoteKind } from '../../ui/feedback/note.tsx'
import { Container, PageTitle, Panel } from '../../ui/page.tsx'
import type { Route } from './+types/status.ts'

/** If the owner disabled this page, it is an unknown URL. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const { status } = context.get(servicesContext)
  if (status === null) throw redirect(`/${WRONG_ADDRESS}`)
  return status()
}

export const meta = titled('Status')

const NAMES: Record<StatusPart, string> = {
  store: 'Store',
  buying: 'Buying',
  downloads: 'Downloads',
  emails: 'Emails',
}
const WORDS: Record<StatusState, string> = {
  working: 'Working',
  slow: 'Slow',
  limited: 'Limited',
  down: 'Not working',
}
/** The text for a part that is down. */
const DOWN: Partial<Record<StatusPart, string>> = { buying: 'Paused', emails: 'Delayed' }
const FACTS: Record<StatusPart, Partial<Record<StatusState, string>>> = {
  store: {
    working: 'Games, accounts and libraries can be opened.',
    slow: 'Pages may take longer than usual.',
    down: 'Games, accounts and libraries can’t be opened right now. Nothing is lost.',
  },
  buying: {
    working: 'Orders can be placed and paid.',
    slow: 'Checkout may take longer than usual.',
    limited: 'Orders can be paid, but not with every coin.',
    down: 'New orders can’t be paid right now. A payment you have already sent counts once this is over.',
  },
  downloads: {
    working: 'Files can be downloaded.',
    slow: 'Downloads may take longer to begin than usual.',
    down: 'Files can’t be downloaded right now. What you own stays yours.',
  },
  emails: {
    working: 'Codes and receipts are sent at once.',
    slow: 'Codes and receipts may come late.',
    down: 'Codes and receipts wait, and are sent once this is over.',
  },
}
const TINTS: Record<StatusState, string> = {
  working: '',
  slow: 'text-warn',
  limited: 'text-warn',
  down: 'text-bad',
}
const DOTS: Record<StatusState, string> = {
  working: 'bg-go',
  slow: 'bg-warn',
  limited: 'bg-warn',
  down: 'bg-bad',
}

/** Whether the store works, for visitors. It makes no database query, because people look when the database is down. */
export default function Status({ loaderData: { parts, readAt } }: Route.ComponentProps) {
  return (
    <Container width="middle" className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <PageTitle>Status</PageTitle>
      <Note kind={noteOf(parts)} role="none" className="mt-4 mb-6">
        {sentenceOf(parts)}
      </Note>
      <Panel flush>
        <ul className="divide-y divide-line">
          {parts.map((part) => (
            <Part key={part.part} {...part} />
          ))}
        </ul>
      </Panel>
      <p className="mt-3 text-sm text-muted">
        Last checked <time dateTime={readAt}>{showUtcMoment(readAt)}</time>, and again every 10 seconds.
        {!isDown(parts) && (
          <>
            {' '}
            Is something else wrong? <TextLink to="/contact">Tell us</TextLink>.
          </>
        )}
      </p>
    </Container>
  )
}

function Part({ part, state, since }: PartStatus) {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-0.5 px-4 py-4 phone:px-5">
      <h2 className="font-650">{NAMES[part]}</h2>
      <p className={`flex items-center justify-end gap-2 font-650 ${TINTS[state]}`}>
        <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${DOTS[state]}`} />
        {(state === 'down' && DOWN[part]) || WORDS[state]}
      </p>
      <p className="text-ui text-muted max-phone:col-span-2">{FACTS[part][state]}</p>
      {since && (
        <p className="text-sm text-muted max-phone:col-span-2 phone:text-right">
          Since <time dateTime={since}>{showUtcMoment(since)}</time>
        </p>
      )}
    </li>
  )
}

function sentenceOf(parts: PartStatus[]): string {
  const states = new Set(parts.map(({ state }) => state))
  if (isDown(parts)) return 'The store is down right now. What you own and what you paid for is safe.'
  if (states.has('down') || states.has('limited'))
    return 'Not everything works right now. What you own and what you paid for is safe.'
  return states.has('slow') ? 'Everything works, but more slowly than usual.' : 'Everything works.'
}

const noteOf = (parts: PartStatus[]): NoteKind => {
  if (parts.some(({ state }) => state === 'down')) return 'bad'
  return parts.every(({ state }) => state === 'working') ? 'go' : 'warn'
}

/** Then a message could not be received either. */
const isDown = (parts: PartStatus[]) => parts.some(({ part, state }) => part === 'store' && state === 'down')
