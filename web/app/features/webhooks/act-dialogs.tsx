import { showCount } from '@nofiller/contract/text/digits'
import { WEBHOOK_LIMITS, WEBHOOK_TEXT } from '@nofiller/contract/webhooks/webhook-rules'
import type { Endpoint } from '@nofiller/contract/webhooks/webhooks'
import type { ReactNode } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import type { ButtonKind } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { EndpointName } from './endpoint-name.tsx'
import type { NewSecret } from './secret-note.tsx'
import { useWebhooksChanged } from './use-webhooks.ts'

type ActProps = { endpoint: Endpoint; onClose: () => void }

/** Asks before an endpoint is paused. */
export const PauseDialog = ({ endpoint, onClose }: ActProps) => (
  <ActDialog
    title="Pause this endpoint?"
    button="Pause"
    kind="primary"
    act={() => call('PATCH /api/endpoints/:id', { params: { id: endpoint.id }, body: { paused: true } })}
    onDone={() => toast('The endpoint is paused.')}
    onClose={onClose}
  >
    Nothing is sent to <Name endpoint={endpoint} /> until you turn it on. Up to{' '}
    {showCount(WEBHOOK_LIMITS.queue)} events wait for it; beyond that the oldest is dropped.
  </ActDialog>
)

/** Asks before an endpoint goes with its log. */
export const RemoveDialog = ({ endpoint, onClose }: ActProps) => (
  <ActDialog
    title="Remove this endpoint?"
    button="Remove endpoint"
    kind="danger"
    act={() => call('DELETE /api/endpoints/:id', { params: { id: endpoint.id } })}
    onDone={() => toast('The endpoint was removed.')}
    onClose={onClose}
  >
    Nothing more is sent to <Name endpoint={endpoint} />, and its deliveries leave the list. You can’t undo
    this.
  </ActDialog>
)

type SecretDialogProps = ActProps & { onSecret: (made: NewSecret) => void }

/** Asks before a secret is replaced, and hands over the new one. */
export const SecretDialog = ({ endpoint, onSecret, onClose }: SecretDialogProps) => (
  <ActDialog
    title="Change the secret?"
    button="Make a new secret"
    kind="primary"
    act={() => call('POST /api/endpoints/:id/secret', { params: { id: endpoint.id } })}
    onDone={(made) => onSecret({ ...made, isFirst: false })}
    onClose={onClose}
  >
    <Name endpoint={endpoint} /> gets a new secret, which we show once. {WEBHOOK_TEXT.bothSecrets}
    {endpoint.oldSecretUntil !== null && ' The secret that is ending now ends at once.'}
  </ActDialog>
)

const Name = ({ endpoint }: { endpoint: Endpoint }) => (
  <b className="font-650">
    <EndpointName endpoint={endpoint} />
  </b>
)

type ActDialogProps<Answer> = {
  title: string
  button: string
  kind: ButtonKind
  act: () => Promise<Answer>
  /** Called as the dialog closes, which gives the focus back, so that what is shown then can take it. */
  onDone: (answer: Answer) => void
  onClose: () => void
  children: ReactNode
}

function ActDialog<Answer>({ title, button, kind, act, onDone, onClose, children }: ActDialogProps<Answer>) {
  const changed = useWebhooksChanged()
  const form = useForm({
    initial: {},
    send: act,
    onSent: async (answer) => {
      await changed()
      onDone(answer)
      onClose()
    },
    failureOf: (error) => messageOf(error),
  })
  return (
    <FormDialog form={form} title={title} width="small" kind={kind} button={button} onClose={onClose}>
      <p>{children}</p>
    </FormDialog>
  )
}
