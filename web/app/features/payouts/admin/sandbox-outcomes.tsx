import { SANDBOX_FATES, type SandboxOutcome } from '@nofiller/contract/sandbox/payout-outcomes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Select } from '../../../ui/form/field.tsx'
import { Panel } from '../../../ui/page.tsx'

const FATE = ['GET /sandbox/payouts/fate']

const FATES: Record<SandboxOutcome, string> = {
  pay: 'Arrive',
  fail: 'Fail',
  unclear: 'End in doubt',
  stick: 'Stay on their way',
}

/** Lets an owner try a provider's possible outcomes, before real money moves. */
export function SandboxOutcomes() {
  const queries = useQueryClient()
  const next = useCall('GET /sandbox/payouts/fate', {})
  const choose = useMutation({
    mutationFn: (fate: SandboxOutcome) => call('PUT /sandbox/payouts/fate', { body: { fate } }),
    onSuccess: () => toast('Holds for payouts that are approved from now on.'),
    onError: (error) => toast(messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: FATE }),
    networkMode: 'always',
  })
  if (!next.data) return null
  return (
    <Panel className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-sm text-muted">
        <b className="font-650 text-text">Sandbox.</b> No real money moves. Try what happens when a payout
        fails or hangs.
      </p>
      <Field label="The next payouts">
        <Select
          value={choose.isPending ? choose.variables : next.data.fate}
          onChange={({ target }) => {
            const fate = SANDBOX_FATES.find((one) => one === target.value)
            if (fate) choose.mutate(fate)
          }}
        >
          {SANDBOX_FATES.map((fate) => (
            <option key={fate} value={fate}>
              {FATES[fate]}
            </option>
          ))}
        </Select>
      </Field>
    </Panel>
  )
}
