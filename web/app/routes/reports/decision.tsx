import { isNoticeNumber } from '@nofiller/contract/copyright/copyright-rules'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { call } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { AppealForm, AppealShown } from '../../features/moderation/appeals/appeal-form.tsx'
import { DECIDED_NAMES } from '../../features/moderation/approvals/approval-labels.ts'
import { StrikeList } from '../../features/moderation/strike-list.tsx'
import { useSession } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Container, PageTitle, Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Decision')

const OwnNotice = lazyPart(() => import('../../features/copyright/own-notice.tsx'))

/** A decision about a developer's game, or a copyright notice by its number, word for word as it was emailed. */
export default function DecisionPage() {
  const { id = '' } = useParams()
  return isNoticeNumber(id) ? <OwnNotice number={id} /> : <Decision id={id} />
}

function Decision({ id }: { id: string }) {
  const { user } = useSession()
  const client = useQueryClient()
  const decision = useCall('GET /api/decisions/:id', { params: { id }, enabled: user !== null })
  return (
    <Container width="middle" className="grid grid-cols-1 gap-6 pt-8 pb-16 phone:pt-14 phone:pb-24">
      <PageTitle>{decision.data ? decision.data.title : 'Decision'}</PageTitle>
      <QueryView
        query={decision}
        error="Failed to load the decision"
        skeleton={<Skeleton className="h-80" />}
      >
        {({ _id, kind, statement, decidedAt, rule, gameId, appeal, appealUntil, answerHours, strikes }) => (
          <>
            <p className="text-muted">
              {DECIDED_NAMES[kind]}, {showUtcMoment(decidedAt)}
            </p>
            <Panel className="grid gap-4 wrap-anywhere">
              {statement.split('\n\n').map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </Panel>
            <div className="flex flex-wrap items-center gap-3">
              {kind === 'changes_needed' && (
                <ButtonLink kind="primary" to={gameId ? `/create-game/${gameId}` : '/profile'}>
                  {gameId ? 'Edit Game' : 'Edit Profile'}
                </ButtonLink>
              )}
              {rule && <TextLink to={`/rules#${rule}`}>Read the rule</TextLink>}
            </div>
            <StrikeList strikes={strikes} />
            {appeal && <AppealShown appeal={appeal} />}
            {!appeal && appealUntil && user?.role !== 'admin' && currentTime() < new Date(appealUntil) && (
              <AppealForm
                until={appealUntil}
                hours={answerHours}
                send={(text) =>
                  call('POST /api/decisions/:id/appeal', { params: { id: _id }, body: { text } })
                }
                onSent={() => client.invalidateQueries({ queryKey: ['GET /api/decisions/:id'] })}
              />
            )}
          </>
        )}
      </QueryView>
    </Container>
  )
}
