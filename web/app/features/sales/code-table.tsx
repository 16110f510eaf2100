import { showPrice } from '@nofiller/contract/pricing/money'
import type { DiscountCode } from '@nofiller/contract/sales/discount-codes'
import { showUtcTime } from '@nofiller/contract/text/time'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { IconCheck, IconCopy, IconTag } from '../../ui/icons.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { Pill } from '../../ui/pill.tsx'

const COLUMNS: readonly Column<DiscountCode>[] = [
  {
    head: 'Code',
    cell: ({ code, isStoreWide }) => (
      <>
        <span translate="no" className="mono font-650 break-all">
          {code}
        </span>
        {isStoreWide && <span className="block text-sm text-muted">Store-wide</span>}
      </>
    ),
  },
  { head: 'Discount', cell: reductionOf, className: 'font-650 whitespace-nowrap' },
  {
    head: 'Games',
    cell: ({ games }) => (games.length === 0 ? 'All games' : games.map(({ title }) => title).join(', ')),
    card: { wide: true },
    className: 'break-words',
  },
  {
    head: 'Uses',
    cell: ({ used, uses }) => (
      <div className="grid min-w-24 gap-1">
        {uses === null ? `${used} so far` : `${used} of ${uses}`}
        {uses !== null && <Progress value={used / uses} label="Used" kind="accent" />}
      </div>
    ),
  },
  { head: 'Limits', cell: limitsOf, card: { wide: true }, className: 'text-muted' },
  {
    head: 'State',
    cell: ({ isActive }) =>
      isActive ? (
        <Pill kind="go" icon={<IconTag />}>
          Active
        </Pill>
      ) : (
        <Pill icon={<IconCheck />}>Ended</Pill>
      ),
  },
]

function reductionOf({ percent, amount }: DiscountCode): string {
  if (percent === 100) return 'Free'
  return percent === null ? showPrice(-(amount ?? 0)) : `−${percent}%`
}

function limitsOf({ endsAt, isOnce, uses, used }: DiscountCode): string {
  if (uses !== null && used >= uses) return 'Used up'
  const end = endsAt === null ? 'No end date' : `Until ${showUtcTime(endsAt)}`
  return isOnce ? `${end}, once per account` : end
}

/** The codes of a developer, with how often each was used. */
export function CodeTable({ codes }: { codes: readonly DiscountCode[] }) {
  const [ending, setEnding] = useState<DiscountCode | null>(null)
  const columns: readonly Column<DiscountCode>[] = [
    ...COLUMNS,
    {
      head: 'Actions',
      cell: (code) => (
        <span className="flex justify-end gap-2 max-bar:justify-start">
          <Button
            kind="quiet"
            size="small"
            square
            aria-label={`Copy ${code.code}`}
            onClick={() => copyText(code.code)}
          >
            <IconCopy />
          </Button>
          {code.isActive && (
            <Button size="small" aria-label={`End ${code.code}`} onClick={() => setEnding(code)}>
              End
            </Button>
          )}
        </span>
      ),
      align: 'right',
      card: { wide: true, align: 'left' },
    },
  ]
  return (
    <>
      <Table label="Codes" columns={columns} rows={codes} keyOf={({ _id }) => _id} />
      {ending && <EndDialog code={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

function EndDialog({ code, onClose }: { code: DiscountCode; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    initial: {},
    send: () => call('POST /api/dev/discount-codes/:id/end', { params: { id: code._id } }),
    onSent: async () => {
      await client.invalidateQueries({ queryKey: ['GET /api/dev/discount-codes'] })
      toast('The code has ended.')
      onClose()
    },
    failureOf: (error) => messageOf(error, 'We couldn’t end the code. Please try again.'),
  })
  return (
    <FormDialog
      form={form}
      title="End this code?"
      width="small"
      kind="danger"
      button="End code"
      onClose={onClose}
    >
      <p>
        <span translate="no" className="mono">
          {code.code}
        </span>{' '}
        stops working at once. Orders that are open keep their price.
      </p>
    </FormDialog>
  )
}
