import { FILES_MAX, RESUMABLE_FROM_BYTES } from '@nofiller/contract/authoring/game-rules'
import { DEVICES } from '@nofiller/contract/catalog/devices'
import { showSize } from '@nofiller/contract/text/size'
import { type ComponentProps, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckBox, FieldError, Select, TextInput } from '../../../ui/form/field.tsx'
import { IconPlus, IconRefresh, IconX } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/page.tsx'
import { type FileRow, incomingOf, isUploaded } from '../form/game-draft.ts'
import { usePriceWarning } from '../form/price-warning.ts'
import { Warning } from '../form/warning.tsx'
import { useFileDrop, useStrayDropsIgnored } from './drop.ts'
import { PickFiles } from './file-pick.tsx'
import { FileState, NewBuild, sentOf } from './file-state.tsx'

type FileRowsProps = {
  rows: readonly FileRow[]
  /** The problems of the form: `files`, `files.0`, `files.0.device`, `files.0.customPrice`, … */
  problems: Record<string, string>
  /** The files of a free game have no prices. */
  isFree: boolean
  onAdd: (files: File[]) => void
  onChange: (id: string, changes: Partial<FileRow>) => void
  onRetry: (id: string, file: File) => void
  onResume: (id: string, file: File) => void
  onReplace: (id: string, file: File | null) => void
  onRemove: (id: string) => void
}

/** The files of a game, each with its upload state, its device and, except for the first, its own price. */
export function FileRows({ rows, problems, isFree, onAdd, ...on }: FileRowsProps) {
  const hasRoom = rows.length < FILES_MAX
  const drop = useFileDrop(onAdd)
  useStrayDropsIgnored()
  return (
    <div
      className="relative grid gap-3"
      data-invalid={problems.files ? true : undefined}
      {...(hasRoom && drop.target)}
    >
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p className="text-sm text-faint">
          {rows.length} of {FILES_MAX} files
        </p>
        {hasRoom && (
          <PickFiles label="Add file" multiple onPick={onAdd}>
            <IconPlus className="size-3.5" />
            Add file
          </PickFiles>
        )}
      </div>
      <FieldError id="files-error" error={problems.files} />
      {rows.length > 0 && (
        <Panel flush>
          <ul>
            {rows.map((row, at) => (
              <FileLine
                key={row.id}
                row={row}
                isFirst={at === 0}
                isFree={isFree}
                hasTwin={rows.some((other) => other !== row && newName(other) === newName(row))}
                problems={{
                  file: problems[`files.${at}`],
                  device: problems[`files.${at}.device`],
                  customPrice: problems[`files.${at}.customPrice`],
                }}
                onChange={(changes) => on.onChange(row.id, changes)}
                onRetry={(file) => on.onRetry(row.id, file)}
                onResume={(file) => on.onResume(row.id, file)}
                onReplace={(file) => on.onReplace(row.id, file)}
                onRemove={() => on.onRemove(row.id)}
              />
            ))}
          </ul>
        </Panel>
      )}
      {hasRoom && (
        <p
          className={`grid place-items-center rounded-2 border border-dashed px-4 text-center text-sm max-phone:hidden ${rows.length > 0 ? 'py-3' : 'py-10'} ${drop.isOver ? 'border-text bg-text/8 text-text' : 'border-edge bg-inset text-muted'}`}
        >
          {drop.isOver ? 'Drop to add them' : 'Drop files here'}
        </p>
      )}
    </div>
  )
}

/** The name under which a file will be sold, ignoring case. */
const newName = ({ name, source }: FileRow): string =>
  (source.from === 'game' && source.replacement ? source.replacement.name : name).toLowerCase()

type FileLineProps = {
  row: FileRow
  isFirst: boolean
  isFree: boolean
  /** Another file has the same name. */
  hasTwin: boolean
  problems: Partial<Record<'file' | 'device' | 'customPrice', string | undefined>>
  onChange: (changes: Partial<FileRow>) => void
  onRetry: (file: File) => void
  onResume: (file: File) => void
  onReplace: (file: File | null) => void
  onRemove: () => void
}

function FileLine({ row, isFirst, isFree, hasTwin, problems, onChange, onRemove, ...on }: FileLineProps) {
  const { source } = row
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-3 border-b border-line p-4 last:border-b-0 phone:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_32px] desktop:grid-cols-[minmax(0,1fr)_148px_148px_32px]">
      <div
        className="grid min-w-0 gap-1.5 phone:max-desktop:col-span-2"
        data-invalid={problems.file ? true : undefined}
      >
        <FileState name={row.name} sizeBytes={row.sizeBytes} source={source} {...on} />
        {source.from === 'game' && <Replacing name={row.name} source={source} {...on} />}
        {hasTwin && <Warning>Another file has the same name.</Warning>}
        <FieldError id={`${row.id}-error`} error={problems.file} />
      </div>
      <RemoveButton row={row} onRemove={onRemove} />
      <div className="grid gap-1 max-phone:col-span-2 phone:max-desktop:col-start-1">
        <Select
          size="small"
          aria-label={`Device of ${row.name}`}
          aria-invalid={problems.device ? true : undefined}
          aria-describedby={problems.device ? `${row.id}-device-error` : undefined}
          value={row.device}
          onChange={(event) => onChange({ device: event.target.value })}
        >
          <option value="">Select device</option>
          {DEVICES.map((device) => (
            <option key={device}>{device}</option>
          ))}
        </Select>
        <FieldError id={`${row.id}-device-error`} error={problems.device} />
      </div>
      <div className="pt-0.5 max-phone:col-span-2">
        {isFirst || isFree ? (
          <p className="pt-1.5 text-sm text-faint">Part of the game</p>
        ) : (
          <CustomPrice row={row} error={problems.customPrice} onChange={onChange} />
        )}
      </div>
    </li>
  )
}

type ReplacingProps = Pick<FileLineProps, 'onRetry' | 'onResume' | 'onReplace'> & {
  name: string
  source: Extract<FileRow['source'], { from: 'game' }>
}

/** An existing file of the game can get a new build. */
function Replacing({ name, source, onReplace, ...ways }: ReplacingProps) {
  if (source.replacement)
    return <NewBuild replacement={source.replacement} onKeepOld={() => onReplace(null)} {...ways} />
  return (
    <div>
      <PickFiles label={`Replace ${name}`} onPick={([file]) => file && onReplace(file)}>
        <IconRefresh className="size-3.5" />
        Replace<span className="sr-only"> {name}</span>
      </PickFiles>
    </div>
  )
}

/** Removes a file from the form; asks first when much of it has been uploaded. */
function RemoveButton({ row, onRemove }: { row: FileRow; onRemove: () => void }) {
  const [asks, setAsks] = useState(false)
  const incoming = incomingOf(row.source)
  const isOnItsWay = !isUploaded(row.source) && incoming?.upload.state !== 'error'
  const sentBytes = incoming ? sentOf(incoming.upload) : 0
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        square
        className="max-desktop:-mt-1.5 max-phone:-mt-2.5 max-phone:-mr-2.5 desktop:order-last"
        aria-label={isOnItsWay ? `Cancel ${row.name}` : `Remove ${row.name}`}
        onClick={() => (sentBytes > RESUMABLE_FROM_BYTES ? setAsks(true) : onRemove())}
      >
        <IconX className="size-3.5" />
      </Button>
      {asks && (
        <Dialog
          title="Cancel this upload?"
          width="small"
          onClose={() => setAsks(false)}
          footer={
            <>
              <Button onClick={() => setAsks(false)}>Keep uploading</Button>
              <Button kind="danger" onClick={onRemove}>
                Cancel upload
              </Button>
            </>
          }
        >
          <p>
            {showSize(sentBytes)} of <b className="font-semibold break-words">{row.name}</b> have been sent.
          </p>
        </Dialog>
      )}
    </>
  )
}

/** The own price of a file, which is optional. */
export function CustomPrice({
  row,
  error,
  onChange,
}: Pick<FileLineProps, 'row' | 'onChange'> & { error: string | undefined }) {
  const id = useId()
  const warning = usePriceWarning(row.customPrice)
  return (
    <div className="grid gap-2">
      <div className="flex items-center pt-1.5 text-sm max-phone:pt-0">
        <CheckBox
          id={id}
          checked={row.customPriceEnabled}
          onChange={(event) => onChange({ customPriceEnabled: event.target.checked })}
        />
        <label htmlFor={id} className="cursor-pointer pl-2.5 max-phone:py-2.5">
          Custom price
        </label>
      </div>
      {row.customPriceEnabled && (
        <>
          <DollarInput
            size="small"
            aria-label={`Price of ${row.name} in dollars`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error || warning ? `${id}-said` : undefined}
            value={row.customPrice}
            onChange={(event) => onChange({ customPrice: event.target.value })}
          />
          <div id={`${id}-said`} className="empty:hidden">
            {warning && <Warning>{warning}</Warning>}
            <FieldError id={`${id}-error`} error={error} />
          </div>
        </>
      )}
    </div>
  )
}

/** An amount in dollars, as typed. */
export function DollarInput({ size = 'medium', ...rest }: ComponentProps<typeof TextInput>) {
  return (
    <div className="relative">
      <span
        aria-hidden="true"
        className={`absolute left-3 text-faint ${size === 'small' ? 'top-1.5' : 'top-2.5'}`}
      >
        $
      </span>
      <TextInput size={size} inputMode="decimal" autoComplete="off" className="pl-[26px]!" {...rest} />
    </div>
  )
}
