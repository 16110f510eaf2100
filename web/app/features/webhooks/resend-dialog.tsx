import { plural } from '@nofiller/contract/text/digits'
import { WEBHOOK_LIMITS } from '@nofiller/contract/webhooks/webhook-rules'
import type { Endpoint } from '@nofiller/contract/webhooks/webhooks'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import { currentTime } from '../../ui/clock.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Field, Select, TextInput } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { fieldOf, timeOf, zoneAt } from '../releases/local-time.ts'
import { nameOf } from './endpoint-words.ts'
import { useWebhooksChanged } from './use-webhooks.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

type ResendDialogProps = { endpoints: readonly Endpoint[]; onClose: () => void }
type Values = { endpoint: string; from: string; to: string }

/** Sends again all that failed in a time, to one endpoint. */
export function ResendDialog({ endpoints, onClose }: ResendDialogProps) {
  const changed = useWebhooksChanged()
  const failing = endpoints.filter(({ counts }) => counts.failed > 0)
  const [initial] = useState<Values>(() => ({ endpoint: failing[0]?.id ?? '', ...wholeLog(currentTime()) }))
  const form = useForm({
    initial,
    check: problemsOf,
    send: ({ endpoint, from, to }) =>
      call('POST /api/endpoints/:id/redeliver', {
        params: { id: endpoint },
        body: { from: isoOf(from), to: isoOf(to) },
      }),
    onSent: async ({ queued }) => {
      await changed()
      toast(
        queued === 0
          ? 'Nothing failed in this time.'
          : `${plural(queued, 'delivery', 'deliveries')} sent again.`,
      )
      onClose()
    },
    failureOf: (error) => messageOf(error, 'We couldn’t send them again. Please try again.'),
  })
  const { field } = form
  const zone = zoneAt(currentTime())
  return (
    <FormDialog form={form} title="Send failed deliveries again" button="Send again" onClose={onClose}>
      <p className="text-muted">
        Each goes out with the <span translate="no">webhook-id</span> it had and a new timestamp, so that your
        server can tell which ones it knows.
      </p>
      {failing.length > 1 && (
        <Field label="Endpoint" {...field('endpoint')}>
          <EndpointSelect endpoints={failing} {...field('endpoint')} />
        </Field>
      )}
      <div className="grid gap-5 phone:grid-cols-2">
        <Field label={`Events from (${zone})`} {...field('from')}>
          <TextInput type="datetime-local" />
        </Field>
        <Field label={`Until (${zone})`} {...field('to')}>
          <TextInput type="datetime-local" />
        </Field>
      </div>
    </FormDialog>
  )
}

type EndpointSelectProps = {
  endpoints: readonly Endpoint[]
  value: string
  onChange: (event: { target: { value: string } }) => void
}

const EndpointSelect = ({ endpoints, value, onChange }: EndpointSelectProps) => (
  <Select value={value} onChange={onChange}>
    {endpoints.map((endpoint) => (
      <option key={endpoint.id} value={endpoint.id} translate="no">
        {`${nameOf(endpoint)}: ${endpoint.counts.failed} failed`}
      </option>
    ))}
  </Select>
)

/** All that the log holds; the minute that runs is over at the end of it. */
const wholeLog = (now: Date) => ({
  from: fieldOf(new Date(now.getTime() - WEBHOOK_LIMITS.logDays * DAY_MS)),
  to: fieldOf(new Date(now.getTime() + MINUTE_MS)),
})

function problemsOf({ from, to }: Values) {
  const [begins, ends] = [timeOf(from), timeOf(to)]
  const isBackward = begins !== null && ends !== null && begins >= ends
  return {
    from: begins === null ? 'Enter a day and a time.' : null,
    to: ends === null ? 'Enter a day and a time.' : isBackward ? 'Enter a time after the first.' : null,
  }
}

const isoOf = (field: string): string => (timeOf(field) ?? new Date(0)).toISOString()
