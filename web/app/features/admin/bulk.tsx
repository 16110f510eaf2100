import { type ReactNode, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { CheckBox, Checkbox } from '../../ui/form/field.tsx'
import { type Failure, Failures } from './failures.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useAdminChanged } from './use-admin-changed.ts'

/** An action on one row, by its call. `text` describes the effect for a number of rows. `Dialog` asks for more than a reason. */
export type BulkAction<Row> = { label: string; kind?: 'danger' } & (
  | {
      text: (count: number) => string
      hint: string
      act: (row: Row, reason: string) => Promise<unknown>
    }
  | { Dialog: (props: BulkDialogProps<Row>) => ReactNode }
)

export type BulkDialogProps<Row> = {
  rows: readonly [Row, ...Row[]]
  run: (act: (row: Row) => Promise<unknown>) => Promise<void>
  onClose: () => void
}

/** The hint of an action that sends no email. */
export const AUDITED = 'Kept in the audit log with your name and the time.'

/** The selected rows of a list; a row that leaves the list is deselected. */
export function useSelection<Row extends { _id: string }>(rows: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = rows.filter(({ _id }) => ids.has(_id))
  return {
    selected,
    has: (row: Row) => ids.has(row._id),
    toggle: (row: Row) =>
      setIds((before) => {
        const after = new Set(before)
        if (!after.delete(row._id)) after.add(row._id)
        return after
      }),
    toggleAll: () =>
      setIds(selected.length === rows.length ? new Set() : new Set(rows.map(({ _id }) => _id))),
    clear: () => setIds(new Set()),
  }
}
export type Selection<Row extends { _id: string }> = ReturnType<typeof useSelection<Row>>

/** The checkbox before a row. */
export const SelectRow = <Row extends { _id: string }>({
  row,
  name,
  selection,
}: {
  row: Row
  name: string
  selection: Selection<Row>
}) => (
  <CheckBox
    aria-label={`Select ${name}`}
    checked={selection.has(row)}
    onChange={() => selection.toggle(row)}
  />
)

type BulkBarProps<Row extends { _id: string }> = {
  rows: readonly Row[]
  nameOf: (row: Row) => string
  selection: Selection<Row>
  actions: readonly BulkAction<Row>[]
}

/** The actions for the selected rows. Each row is a separate call; those that failed are listed by name. */
export function BulkBar<Row extends { _id: string }>(props: BulkBarProps<Row>) {
  const { rows, nameOf, selection, actions } = props
  const { selected } = selection
  const [first, ...more] = selected
  const [asking, setAsking] = useState<BulkAction<Row> | null>(null)
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const changed = useAdminChanged()
  const run = async (act: (row: Row) => Promise<unknown>) => {
    const failed: Failure[] = []
    for (const row of selected)
      await act(row).catch((error) => {
        failed.push({ name: nameOf(row), why: messageOf(error) })
      })
    toast(`${selected.length - failed.length} of ${selected.length} done.`, {
      kind: failed.length === 0 ? 'go' : 'bad',
    })
    setFailures(failed)
    selection.clear()
    await changed()
  }
  return (
    <div className="grid gap-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
        <Checkbox checked={rows.length > 0 && selected.length === rows.length} onChange={selection.toggleAll}>
          {selected.length === 0
            ? `Select all ${rows.length} shown`
            : `${selected.length} of ${rows.length} selected`}
        </Checkbox>
        {selected.length > 0 && (
          <span className="flex flex-wrap gap-2">
            {actions.map((action) => (
              <Button key={action.label} size="small" kind={action.kind} onClick={() => setAsking(action)}>
                {action.label}
              </Button>
            ))}
            <Button size="small" kind="quiet" onClick={selection.clear}>
              Clear selection
            </Button>
          </span>
        )}
      </div>
      <Failures title="Not done:" failures={failures} onDismiss={() => setFailures([])} />
      {asking && first && (
        <Ask action={asking} rows={[first, ...more]} run={run} onClose={() => setAsking(null)} />
      )}
    </div>
  )
}

function Ask<Row>({ action, ...dialog }: BulkDialogProps<Row> & { action: BulkAction<Row> }) {
  if ('Dialog' in action) return <action.Dialog {...dialog} />
  const { label, kind, text, hint, act } = action
  return (
    <ReasonDialog
      title={label}
      text={text(dialog.rows.length)}
      button={label}
      kind={kind}
      hint={hint}
      done={null}
      act={(reason) => dialog.run((row) => act(row, reason))}
      onClose={dialog.onClose}
    />
  )
}
