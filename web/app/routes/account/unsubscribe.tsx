import {
  listOf,
  NOTICE_TOPICS,
  type NoticeTopic,
  TOPICS,
  WEEKLY,
} from '@nofiller/contract/notices/notice-rules'
import { useSearchParams } from 'react-router'
import { servicesContext } from '../../services.ts'
import { titled } from '../../shell/store-info.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import type { Route } from './+types/unsubscribe'

export const meta = titled('Unsubscribe')

/** The click itself; opening the page changes nothing, because mail programs open links by themselves. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const { searchParams } = new URL(request.url)
  const ending = {
    topics: searchParams.getAll('topic'),
    game: searchParams.get('game') ?? undefined,
  }
  if (!(await context.get(servicesContext).unsubscribe(params.token, ending)))
    throw new Response(null, { status: 404 })
  return { stopped: true }
}

/** The target of the links in each news email, to end a topic, what comes about a game, or all news. It needs no login and no scripts. */
export default function Unsubscribe({ params, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const { what, isAll, done } = endingOf(search)
  return (
    <Container
      width="narrow"
      className="grid grid-cols-1 justify-items-start gap-5 pt-6 pb-16 phone:pt-16 phone:pb-24"
    >
      <PageTitle>Unsubscribe</PageTitle>
      {actionData ? (
        <>
          <Note kind="go">{done}</Note>
          {!isAll && <StopForm action={`/u/${params.token}`}>Stop all news</StopForm>}
          <ButtonLink to={isAll ? '/settings' : '/notices/preferences'}>Email settings</ButtonLink>
        </>
      ) : (
        <>
          <p>Click once to stop getting {what}. You’ll still get receipts and emails about your account.</p>
          <StopForm kind="primary">{isAll ? 'Unsubscribe' : 'Stop these emails'}</StopForm>
        </>
      )}
    </Container>
  )
}

/** What a link ends, in words. A game is not named: it may be hidden by now. */
function endingOf(search: URLSearchParams) {
  if (search.has('game'))
    return { what: 'news about this game', isAll: false, done: 'You’ve muted this game.' }
  const names = search.getAll('topic')
  if (names.includes(WEEKLY))
    return { what: 'the weekly email', isAll: false, done: 'You won’t get the weekly email anymore.' }
  const topics = TOPICS.filter((topic) => names.includes(topic))
  if (topics.length === 0) return { what: 'product updates', isAll: true, done: 'You’re unsubscribed.' }
  const what = `emails about ${listOf(topics.map(wordsOf))}`
  return { what, isAll: false, done: `You won’t get ${what} anymore.` }
}

function wordsOf(topic: NoticeTopic): string {
  const { label, group } = NOTICE_TOPICS[topic]
  return `${label.toLowerCase()} of ${group.toLowerCase()}`
}

type StopFormProps = { action?: string; kind?: 'primary'; children: string }

const StopForm = ({ action, kind, children }: StopFormProps) => (
  <form method="post" {...(action !== undefined && { action })}>
    <Button type="submit" {...(kind && { kind })}>
      {children}
    </Button>
  </form>
)
