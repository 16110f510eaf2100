import type { OwnBundle } from '@nofiller/contract/bundles/bundles'
import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { bundlePath } from '@nofiller/contract/catalog/paths'
import { showPrice } from '@nofiller/contract/pricing/money'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import { useList } from '../../api/use-list.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { IconCheck, IconClock, IconPlus, IconTag } from '../../ui/icons.tsx'
import { List } from '../../ui/list/list.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { Panel } from '../../ui/page.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Price } from '../../ui/price.tsx'
import { OldPrice } from '../catalog/sale.tsx'
import { BundleDialog } from './bundle-dialog.tsx'

/** A developer's bundles, with forms to create, change and end them. */
export function Bundles({ games }: { games: readonly OwnGame[] }) {
  const [edited, setEdited] = useState<OwnBundle | 'new' | null>(null)
  const [ending, setEnding] = useState<OwnBundle | null>(null)
  return (
    <section aria-labelledby="bundles">
      <Panel flush>
        <div className="flex flex-wrap items-center justify-between gap-3 p-4 phone:px-6">
          <h2 id="bundles" className="d4">
            Bundles
          </h2>
          <Button size="small" onClick={() => setEdited('new')}>
            <IconPlus />
            New bundle
          </Button>
        </div>
        <List
          list={useList('GET /api/dev/bundles', {})}
          error="Failed to load bundles"
          skeleton={<Skeleton className="h-24" />}
          empty={
            <p className="border-t border-line p-4 text-muted phone:px-6">
              No bundles yet. A bundle sells some of your games at one price; buyers don’t pay for games they
              already own.
            </p>
          }
        >
          {(bundles) => (
            <Table
              label="Bundles"
              columns={columnsOf({ onEdit: setEdited, onEnd: setEnding })}
              rows={bundles}
              keyOf={({ _id }) => _id}
            />
          )}
        </List>
      </Panel>
      {edited && (
        <BundleDialog
          games={games}
          bundle={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {ending && <EndDialog bundle={ending} onClose={() => setEnding(null)} />}
    </section>
  )
}

type Acts = { onEdit: (bundle: OwnBundle) => void; onEnd: (bundle: OwnBundle) => void }

const columnsOf = ({ onEdit, onEnd }: Acts): readonly Column<OwnBundle>[] => [
  {
    head: 'Bundle',
    cell: ({ title, slug, state }) => (
      <b className="font-650 break-words">
        {state === 'selling' ? <TextLink to={bundlePath(slug)}>{title}</TextLink> : title}
      </b>
    ),
  },
  {
    head: 'Games',
    cell: ({ games }) => games.map(({ title }) => title).join(', '),
    card: { wide: true },
    className: 'break-words',
  },
  {
    head: 'Price',
    cell: ({ price, listPrice }) => (
      <>
        <b className="font-650">
          <Price dollars={price} />
        </b>{' '}
        <OldPrice dollars={listPrice} className="text-muted" />
      </>
    ),
    className: 'whitespace-nowrap',
  },
  {
    head: 'Sold',
    cell: ({ sold, revenue }) => (sold === 0 ? '–' : `${sold} for ${showPrice(revenue)}`),
    card: { labeled: true },
  },
  { head: 'State', cell: ({ state }) => <StatePill state={state} /> },
  {
    head: 'Actions',
    cell: (bundle) =>
      bundle.state !== 'ended' && (
        <span className="flex justify-end gap-2 max-bar:justify-start">
          <Button size="small" aria-label={`Edit ${bundle.title}`} onClick={() => onEdit(bundle)}>
            Edit
          </Button>
          <Button size="small" aria-label={`End ${bundle.title}`} onClick={() => onEnd(bundle)}>
            End
          </Button>
        </span>
      ),
    align: 'right',
    card: { wide: true, align: 'left' },
  },
]

function StatePill({ state }: Pick<OwnBundle, 'state'>) {
  switch (state) {
    case 'selling':
      return (
        <Pill kind="go" icon={<IconTag />}>
          Selling
        </Pill>
      )
    case 'paused':
      return (
        <>
          <Pill kind="warn" icon={<IconClock />}>
            Paused
          </Pill>
          <span className="mt-1 block text-sm text-muted">
            One of its games isn’t for sale, or buying them separately costs no more.
          </span>
        </>
      )
    case 'ended':
      return <Pill icon={<IconCheck />}>Ended</Pill>
  }
}

function EndDialog({ bundle, onClose }: { bundle: OwnBundle; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    initial: {},
    send: () => call('POST /api/dev/bundles/:id/end', { params: { id: bundle._id } }),
    onSent: async () => {
      await client.invalidateQueries({ queryKey: ['GET /api/dev/bundles'] })
      toast('The bundle has ended.')
      onClose()
    },
    failureOf: (error) => messageOf(error, 'We couldn’t end the bundle. Please try again.'),
  })
  return (
    <FormDialog
      form={form}
      title="End this bundle?"
      width="small"
      kind="danger"
      button="End bundle"
      onClose={onClose}
    >
      <p>
        <b className="font-650">{bundle.title}</b> can no longer be bought. Its games stay for sale, and
        orders that are open keep their price. It can’t be started again.
      </p>
    </FormDialog>
  )
}
