import { lineProblem } from '@nofiller/contract/text/plain-text'
import {
  EVENT_TYPES,
  type EventType,
  endpointUrlProblem,
  WEBHOOK_LIMITS,
  WEBHOOK_TEXT,
} from '@nofiller/contract/webhooks/webhook-rules'
import type { Endpoint } from '@nofiller/contract/webhooks/webhooks'
import { useId } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Checkbox, Field, FieldError, TextInput } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import type { NewSecret } from './secret-note.tsx'
import { useWebhooksChanged } from './use-webhooks.ts'

const ALL_TYPES = Object.keys(EVENT_TYPES) as EventType[] // the table has no others

type EndpointDialogProps = {
  /** The endpoint to change; null for a new one. */
  endpoint: Endpoint | null
  onSecret: (secret: NewSecret) => void
  onClose: () => void
}

type Values = { url: string; name: string; types: string }

/** Adds an endpoint, which answers with its secret, or changes one. */
export function EndpointDialog({ endpoint, onSecret, onClose }: EndpointDialogProps) {
  const changed = useWebhooksChanged()
  const form = useForm({
    initial: { url: endpoint?.url ?? '', name: endpoint?.name ?? '', types: endpoint?.types.join(' ') ?? '' },
    check: problemsOf,
    send: (values: Values) => save(values, endpoint),
    onSent: async (made) => {
      await changed()
      if (made === null) toast('Endpoint changed.')
      else onSecret(made)
      onClose()
    },
    failureOf: (error) => messageOf(error, 'We couldn’t save the endpoint. Please try again.'),
  })
  const { values, field, set, problem } = form
  return (
    <FormDialog
      form={form}
      title={endpoint === null ? 'Add an endpoint' : 'Edit endpoint'}
      button={endpoint === null ? 'Add endpoint' : 'Save changes'}
      onClose={onClose}
    >
      <Field
        label="Address"
        hint="It starts with https:// and listens on port 443 or 8443."
        {...field('url')}
      >
        <TextInput
          type="url"
          inputMode="url"
          placeholder="https://example.com/hooks"
          maxLength={WEBHOOK_LIMITS.url}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Name" hint="For you alone. Without one, the address stands for it." {...field('name')}>
        <TextInput maxLength={WEBHOOK_LIMITS.name} autoComplete="off" />
      </Field>
      <TypesField
        chosen={chosenIn(values)}
        error={problem('types')}
        onChange={(types) => set({ types: types.join(' ') })}
      />
    </FormDialog>
  )
}

const chosenIn = ({ types }: Values): EventType[] => {
  const chosen = types.split(' ')
  return ALL_TYPES.filter((type) => chosen.includes(type))
}

function problemsOf(values: Values) {
  return {
    url: endpointUrlProblem(values.url.trim()),
    name: lineProblem(values.name, WEBHOOK_LIMITS.name),
    types: chosenIn(values).length === 0 ? WEBHOOK_TEXT.types : null,
  }
}

/** The secret of a new endpoint, null for a changed one. */
async function save(values: Values, endpoint: Endpoint | null): Promise<NewSecret | null> {
  const body = { url: values.url.trim(), name: values.name.trim(), types: chosenIn(values) }
  if (endpoint === null) {
    const made = await call('POST /api/endpoints', { body })
    return { ...made, isFirst: true }
  }
  await call('PUT /api/endpoints/:id', { params: { id: endpoint.id }, body })
  return null
}

type TypesFieldProps = {
  chosen: readonly EventType[]
  error: string | null | undefined
  onChange: (types: EventType[]) => void
}

/** Which events an endpoint is told of. */
function TypesField({ chosen, error, onChange }: TypesFieldProps) {
  const errorId = useId()
  const areAllChosen = chosen.length === ALL_TYPES.length
  const toggle = (type: EventType) =>
    onChange(chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type])
  return (
    <fieldset className="grid grid-cols-1 gap-1.5" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-ui font-semibold">
        Events <span className="font-normal text-muted">({chosen.length} chosen)</span>
      </legend>
      <Button
        kind="quiet"
        size="small"
        className="justify-self-start"
        onClick={() => onChange(areAllChosen ? [] : ALL_TYPES)}
      >
        <span>{areAllChosen ? 'None' : 'All events'}</span>
      </Button>
      <div className="grid gap-x-5 phone:grid-cols-2">
        {ALL_TYPES.map((type) => (
          <Checkbox
            key={type}
            checked={chosen.includes(type)}
            aria-invalid={error ? true : undefined}
            onChange={() => toggle(type)}
            hint={EVENT_TYPES[type]}
          >
            <code translate="no" className="mono">
              {type}
            </code>
          </Checkbox>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}
