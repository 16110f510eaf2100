import { showPrice } from '@nofiller/contract/pricing/money'
import type { Sale } from '@nofiller/contract/sales/sales'
import { showCount } from '@nofiller/contract/text/digits'
import { showUtcTime } from '@nofiller/contract/text/time'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { showIn } from '../../ui/from-now.ts'
import { IconCheck, IconClock, IconTag } from '../../ui/icons.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { Panel } from '../../ui/page.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Price } from '../../ui/price.tsx'
import { useSalesChanged } from './use-sales.ts'

type Acts = {
  onEdit: (sale: Sale) => void
  onRunAgain: (sale: Sale) => void
  onTakePart: (sale: Sale) => void
}

/** A developer's sales, and the store's that they can take part in. */
export function SaleTable({ sales, ...acts }: { sales: readonly Sale[] } & Acts) {
  const [ending, setEnding] = useState<Sale | null>(null)
  const { user } = useSession()
  const columns: readonly Column<Sale>[] = [
    ...COLUMNS,
    {
      head: 'Actions',
      cell: (sale) => (
        <Actions
          sale={sale}
          mayEnd={!sale.isStoreWide || user?.role === 'admin'}
          onEnd={setEnding}
          {...acts}
        />
      ),
      align: 'right',
      card: { wide: true, align: 'left' },
    },
  ]
  return (
    <Panel flush>
      <Table label="Sales" columns={columns} rows={sales} keyOf={({ _id }) => _id} />
      {ending && <EndDialog sale={ending} onClose={() => setEnding(null)} />}
    </Panel>
  )
}

const COLUMNS: readonly Column<Sale>[] = [
  {
    head: 'Sale',
    cell: ({ name, games, isStoreWide }) => (
      <>
        <b className="block font-650">{name}</b>
        <span className="text-sm text-muted">
          {games.length > 0
            ? games.map(({ title }) => title).join(', ')
            : isStoreWide && 'None of your games takes part'}
        </span>
      </>
    ),
    className: 'break-words',
  },
  {
    head: 'Price',
    cell: ({ percent, price }) => (
      <b className="inline-block rounded-1 px-2 text-sm/6 font-750 whitespace-nowrap ring-[1.5px] ring-text">
        {percent === null ? <Price dollars={price ?? 0} /> : `−${percent}%`}
      </b>
    ),
  },
  {
    head: 'When (UTC)',
    cell: ({ beginsAt, endsAt }) => (
      <>
        <time dateTime={beginsAt}>{showUtcTime(beginsAt)}</time> to{' '}
        <time dateTime={endsAt}>{showUtcTime(endsAt)}</time>
      </>
    ),
    card: { wide: true },
    className: 'text-muted',
  },
  { head: 'State', cell: ({ state }) => STATES[state] },
  { head: 'So far', cell: soFar, card: { wide: true }, className: 'text-muted' },
]

const STATES = {
  planned: <Pill icon={<IconClock />}>Planned</Pill>,
  running: (
    <Pill kind="go" icon={<IconTag />}>
      Running
    </Pill>
  ),
  ended: <Pill icon={<IconCheck />}>Ended</Pill>,
} as const

function soFar({ state, sold, revenue, beginsAt, endsAt, isStoreWide, games }: Sale): string {
  const owner = isStoreWide ? `Store-wide. ${games.length > 0 ? 'You’re taking part. ' : ''}` : ''
  if (state === 'planned') return `${owner}Begins ${showIn(beginsAt, currentTime())}`
  const figures = `${showCount(sold)} sold, ${showPrice(revenue)}`
  return state === 'ended' ? figures : `${owner}${figures}. Ends ${showIn(endsAt, currentTime())}`
}

type ActionsProps = Acts & { sale: Sale; mayEnd: boolean; onEnd: (sale: Sale) => void }

function Actions({ sale, mayEnd, onEnd, onEdit, onRunAgain, onTakePart }: ActionsProps) {
  const { state, isStoreWide, games, name } = sale
  const of = (what: string) => `${what}: ${name}`
  return (
    <span className="flex flex-wrap justify-end gap-2 max-bar:justify-start">
      {isStoreWide && state !== 'ended' && (
        <Button
          size="small"
          aria-label={of(games.length > 0 ? 'Choose games' : 'Take part')}
          onClick={() => onTakePart(sale)}
        >
          {games.length > 0 ? 'Choose games' : 'Take part'}
        </Button>
      )}
      {!isStoreWide && state === 'ended' && (
        <Button size="small" kind="quiet" aria-label={of('Run again')} onClick={() => onRunAgain(sale)}>
          Run again
        </Button>
      )}
      {mayEnd && state !== 'ended' && (
        <Button
          size="small"
          kind={state === 'running' ? 'secondary' : 'quiet'}
          aria-label={of(state === 'running' ? 'End now' : 'Delete')}
          onClick={() => onEnd(sale)}
        >
          {state === 'running' ? 'End now' : 'Delete'}
        </Button>
      )}
      {!isStoreWide && state === 'planned' && (
        <Button size="small" aria-label={of('Edit')} onClick={() => onEdit(sale)}>
          Edit
        </Button>
      )}
    </span>
  )
}

function EndDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const changed = useSalesChanged()
  const isRunning = sale.state === 'running'
  const form = useForm({
    initial: {},
    send: () => call('POST /api/dev/sales/:id/end', { params: { id: sale._id } }),
    onSent: async () => {
      await changed()
      toast(isRunning ? 'The sale has ended.' : 'The planned sale was deleted.')
      onClose()
    },
    failureOf: (error) => messageOf(error, 'We couldn’t end the sale. Please try again.'),
  })
  return (
    <FormDialog
      form={form}
      title={isRunning ? 'End this sale now?' : 'Delete this planned sale?'}
      width="small"
      kind="danger"
      button={isRunning ? 'End sale' : 'Delete sale'}
      onClose={onClose}
    >
      <p>
        {isRunning
          ? `The games in ‘${sale.name}’ go back to full price right away. Orders that are open keep the price they were made with.`
          : `‘${sale.name}’ won’t begin, and will no longer be listed here.`}
      </p>
    </FormDialog>
  )
}
