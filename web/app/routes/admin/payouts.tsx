import type { PayoutGroup } from '@nofiller/contract/payouts/payout-rules'
import type { AdminPayout, AdminPayoutSummary } from '@nofiller/contract/payouts/payouts'
import { showPrice, sumDollars } from '@nofiller/contract/pricing/money'
import { type ReactNode, useId, useRef, useState } from 'react'
import { callFile } from '../../api/client.ts'
import { useList } from '../../api/use-list.ts'
import { useSelection } from '../../features/admin/bulk.tsx'
import { type Failure, Failures } from '../../features/admin/failures.tsx'
import { ReasonDialog } from '../../features/admin/reason-dialog.tsx'
import { ApproveDialog } from '../../features/payouts/admin/approve-dialog.tsx'
import { ConfirmDialog } from '../../features/payouts/admin/confirm-dialog.tsx'
import { EvidenceDialog } from '../../features/payouts/admin/evidence-dialog.tsx'
import { PayoutStrip } from '../../features/payouts/admin/payout-strip.tsx'
import {
  canApprove,
  canConfirm,
  DONE,
  dueColumns,
  personColumns,
  RUNNING,
  toPayColumns,
} from '../../features/payouts/admin/payout-tables.tsx'
import { SandboxOutcomes } from '../../features/payouts/admin/sandbox-outcomes.tsx'
import { useAdminPayoutSummary, usePayoutActions } from '../../features/payouts/admin/use-admin-payouts.ts'
import { titled } from '../../shell/store-info.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Checkbox } from '../../ui/form/field.tsx'
import { IconCoins } from '../../ui/icons.tsx'
import { textIn, useAddressFilter } from '../../ui/list/address-filter.ts'
import { Count } from '../../ui/list/count.tsx'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { List } from '../../ui/list/list.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { Table } from '../../ui/list/table.tsx'
import { Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Payouts')

const FAILED = 'Failed to load payouts'
const REFRESH_MS = 15_000

/** The payouts dashboard: what is due, what needs an admin, what is being sent and what is done. */
export default function AdminPayouts() {
  const summary = useAdminPayoutSummary()
  return (
    <QueryView query={summary} error={FAILED} skeleton={<Skeleton className="h-120" />}>
      {(shown) => (
        <div className="grid grid-cols-1 gap-6">
          <PayoutStrip summary={shown} />
          {shown.provider === 'sandbox' && <SandboxOutcomes />}
          <Due summary={shown} />
          {(shown.isManual || shown.counts.to_pay > 0) && <ToPay summary={shown} />}
          <NeedsAPerson summary={shown} />
          <Running count={shown.counts.running} />
          <Done count={shown.counts.done} />
        </div>
      )}
    </QueryView>
  )
}

const usePayouts = (group: PayoutGroup, q?: string) =>
  useList('GET /api/admin/payouts', { group, q }, { refreshMs: () => REFRESH_MS })

const filterIn = (search: URLSearchParams) => ({ q: textIn(search) })

type Dialog = {
  kind: 'approve' | 'block' | 'cancel' | 'evidence'
  payouts: readonly AdminPayout[]
}

function Due({ summary }: { summary: AdminPayoutSummary }) {
  const list = usePayouts('due')
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const approvable = (list.data ?? []).filter(canApprove)
  const selection = useSelection(approvable)
  const { selected } = selection
  return (
    <Section name="Due" count={summary.counts.due} action={<PayoutsCsv group="due" />}>
      <List list={list} error={FAILED} empty={<Nothing>Nothing is due.</Nothing>}>
        {(rows) => (
          <Panel flush>
            <Table
              label="Due"
              columns={dueColumns(selection, summary)}
              rows={rows}
              keyOf={({ _id }) => _id}
            />
            <div className="flex flex-wrap items-center gap-3 border-t border-line bg-raised px-5 py-3">
              <Checkbox
                checked={approvable.length > 0 && selected.length === approvable.length}
                onChange={selection.toggleAll}
              >
                {selected.length === 0 ? 'Select all ready to approve' : selectedText(selected, summary)}
              </Checkbox>
              <span className="ml-auto flex gap-2">
                <Button
                  disabled={selected.length === 0}
                  onClick={() => setDialog({ kind: 'block', payouts: selected })}
                >
                  Block…
                </Button>
                <Button
                  kind="primary"
                  disabled={selected.length === 0}
                  onClick={() => setDialog({ kind: 'approve', payouts: selected })}
                >
                  {selected.length === 0 ? 'Approve' : `Approve ${selected.length}`}
                </Button>
              </span>
            </div>
          </Panel>
        )}
      </List>
      {dialog && <PayoutDialog dialog={dialog} summary={summary} onClose={() => setDialog(null)} />}
    </Section>
  )
}

/** `4 of 5 selected, $1,405.05. One then waits for a second admin.` */
function selectedText(selected: readonly AdminPayout[], { counts }: AdminPayoutSummary): string {
  const total = sumDollars(...selected.map(({ amount }) => amount))
  const waiting = selected.filter((payout) => payout.needsSecond && !payout.firstApproval).length
  const then = waiting === 1 ? ' One then waits' : ` ${waiting} then wait`
  return `${selected.length} of ${counts.due} selected, ${showPrice(total)}.${
    waiting === 0 ? '' : `${then} for a second admin.`
  }`
}

/** Approved payouts to be paid by hand, with a list to pay from. */
function ToPay({ summary }: { summary: AdminPayoutSummary }) {
  const list = usePayouts('to_pay')
  const [paying, setPaying] = useState<AdminPayout | null>(null)
  return (
    <Section name="To pay by hand" count={summary.counts.to_pay} action={<PayoutsCsv group="to_pay" />}>
      <List list={list} error={FAILED} empty={<Nothing>Nothing is to be paid.</Nothing>}>
        {(rows) => (
          <Panel flush>
            <Table
              label="To pay by hand"
              columns={toPayColumns(setPaying)}
              rows={rows}
              keyOf={({ _id }) => _id}
            />
          </Panel>
        )}
      </List>
      {paying && <EvidenceDialog payout={paying} onClose={() => setPaying(null)} />}
    </Section>
  )
}

function NeedsAPerson({ summary }: { summary: AdminPayoutSummary }) {
  const list = usePayouts('person')
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [confirming, setConfirming] = useState<readonly AdminPayout[] | null>(null)
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const open = (kind: Dialog['kind']) => (payout: AdminPayout) => setDialog({ kind, payouts: [payout] })
  const confirmable = (list.data ?? []).filter(canConfirm)
  const selection = useSelection(confirmable)
  const { selected } = selection
  const columns = personColumns({
    selection,
    onApprove: open('approve'),
    onCancel: open('cancel'),
    onEvidence: open('evidence'),
  })
  return (
    <Section name="Needs a person" count={summary.counts.person}>
      <Failures title="Not confirmed:" failures={failures} onDismiss={() => setFailures([])} />
      <List list={list} error={FAILED} empty={<Nothing>Nothing needs a person.</Nothing>}>
        {(rows) => (
          <Panel flush>
            <Table label="Needs a person" columns={columns} rows={rows} keyOf={({ _id }) => _id} />
            {confirmable.length > 0 && (
              <div className="flex flex-wrap items-center gap-3 border-t border-line bg-raised px-5 py-3">
                <Checkbox checked={selected.length === confirmable.length} onChange={selection.toggleAll}>
                  {selected.length === 0 ? 'Select all that you can confirm' : `${selected.length} selected`}
                </Checkbox>
                <Button
                  kind="primary"
                  className="ml-auto"
                  disabled={selected.length === 0}
                  onClick={() => setConfirming(selected)}
                >
                  {selected.length === 0 ? 'Confirm' : `Confirm ${selected.length}`}
                </Button>
              </div>
            )}
          </Panel>
        )}
      </List>
      {dialog && <PayoutDialog dialog={dialog} summary={summary} onClose={() => setDialog(null)} />}
      {confirming && (
        <ConfirmDialog payouts={confirming} onClose={() => setConfirming(null)} onFailures={setFailures} />
      )}
    </Section>
  )
}

const Running = ({ count }: { count: number }) => (
  <Section name="Running" count={count}>
    <List list={usePayouts('running')} error={FAILED} empty={<Nothing>Nothing is on its way.</Nothing>}>
      {(rows) => (
        <Panel flush>
          <Table label="Running" columns={RUNNING} rows={rows} keyOf={({ _id }) => _id} />
        </Panel>
      )}
    </List>
  </Section>
)

/** Finished payouts, with a search: a developer may ask about a payout months later. */
function Done({ count }: { count: number }) {
  const { filter, field, clear } = useAddressFilter(filterIn)
  return (
    <Section name="Done" count={count}>
      <ListPage
        list={usePayouts('done', filter.q)}
        error={FAILED}
        search={{
          label: 'Search what is done',
          placeholder: 'Developer, statement or transaction',
          ...field('q'),
        }}
        noMatch={{
          title: 'No matching payouts.',
          icon: <IconCoins />,
          filter: { search: filter.q },
          onClear: clear,
        }}
        empty={<Nothing>Nothing was paid yet.</Nothing>}
      >
        {(rows) => (
          <Panel flush>
            <Table label="Done" columns={DONE} rows={rows} keyOf={({ _id }) => _id} />
          </Panel>
        )}
      </ListPage>
    </Section>
  )
}

type SectionProps = { name: string; count: number; action?: ReactNode; children: ReactNode }

function Section({ name, count, action, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="d4">
          {name} <Count count={count} what="payouts" className="ml-1 align-middle" />
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Saves a list with full addresses and exact amounts, to pay from. */
const PayoutsCsv = ({ group }: { group: PayoutGroup }) => (
  <CsvButton
    load={() => callFile('GET /api/admin/payouts.csv', { query: { group } })}
    fileName="payouts.csv"
    failure={() => FAILED}
  />
)

const Nothing = ({ children }: { children: string }) => (
  <Panel>
    <p className="text-muted">{children}</p>
  </Panel>
)

type PayoutDialogProps = { dialog: Dialog; summary: AdminPayoutSummary; onClose: () => void }

function PayoutDialog({ dialog: { kind, payouts }, summary, onClose }: PayoutDialogProps) {
  const { block, cancel } = usePayoutActions()
  const decided = useRef(new Set<string>()) // a retry continues where the first try failed
  const [first] = payouts
  if (kind === 'approve') return <ApproveDialog payouts={payouts} summary={summary} onClose={onClose} />
  if (kind === 'evidence') return first && <EvidenceDialog payout={first} onClose={onClose} />
  const isBlock = kind === 'block'
  const isOne = payouts.length === 1
  const act = async (reason: string) => {
    for (const { _id } of payouts.filter((payout) => !decided.current.has(payout._id))) {
      await (isBlock ? block(_id, reason) : cancel(_id, reason))
      decided.current.add(_id)
    }
  }
  return (
    <ReasonDialog
      title={isBlock ? `Block ${isOne ? 'a payout' : `${payouts.length} payouts`}` : 'Cancel the payout'}
      text={
        !isBlock
          ? 'The money goes back to the developer’s balance and into their next payout.'
          : isOne
            ? 'It waits until an admin approves or cancels it. The developer sees that it is on hold, and why.'
            : 'They wait until an admin approves or cancels them. Each developer sees that theirs is on hold, and why.'
      }
      button={isBlock ? 'Block' : 'Cancel the payout'}
      kind="danger"
      hint={`${isOne ? 'The developer reads' : 'The developers read'} it. Kept in the audit log as well.`}
      done={isBlock ? 'Blocked.' : 'Cancelled. The money is back on the balance.'}
      act={act}
      onClose={onClose}
    />
  )
}
