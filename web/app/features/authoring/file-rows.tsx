import { DEVICES } from '@nofiller/contract/devices'
import { FILES_MAX, GAME_TEXT } from '@nofiller/contract/game-rules'
import { showSize } from '@nofiller/contract/size'
import { type ChangeEvent, type ComponentProps, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckBox, FieldError, Select, TextInput } from '../../ui/field.tsx'
import { IconCheck, IconClock, IconPlus, IconRefresh, IconX } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { FileRow, FileSource } from './game-draft.ts'
import type { Upload } from './upload.ts'

type FileRowsProps = {
  rows: readonly FileRow[]
  /** The problems of the form: `files`, `files.0`, `files.1`, … */
  problems: Record<string, string>
  /** A free game has no prices of single files. */
  isFree: boolean
  onAdd: (files: File[]) => void
  onChange: (id: string, changes: Partial<FileRow>) => void
  onRetry: (id: string, file: File) => void
  onRemove: (id: string) => void
}

/** The files of a game, each with its way to the store, its device and, but for the first, a price of its own. */
export function FileRows({ rows, problems, isFree, onAdd, onChange, onRetry, onRemove }: FileRowsProps) {
  return (
    <div className="grid gap-3" data-invalid={problems.files ? true : undefined}>
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p className="text-sm text-faint">
          {rows.length} of {FILES_MAX} files
        </p>
        {rows.length < FILES_MAX && <AddFiles label="Add file" multiple onPick={onAdd} />}
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
                problem={problems[`files.${at}`] ?? null}
                onChange={(changes) => onChange(row.id, changes)}
                onRetry={(file) => onRetry(row.id, file)}
                onRemove={() => onRemove(row.id)}
              />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

/** A button that opens the browser's choice of files. */
export function AddFiles({
  label,
  multiple = false,
  onPick,
}: {
  label: string
  multiple?: boolean
  onPick: (files: File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const picked = (event: ChangeEvent<HTMLInputElement>) => {
    onPick([...(event.target.files ?? [])])
    // Choosing the same file again is to count as a choice.
    event.target.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".apk,.rar,.zip,image/*"
        multiple={multiple}
        onChange={picked}
        aria-label={label}
        className="hidden"
      />
      <Button size="small" onClick={() => input.current?.click()}>
        <IconPlus className="size-3.5" />
        {label}
      </Button>
    </>
  )
}

type FileLineProps = {
  row: FileRow
  isFirst: boolean
  isFree: boolean
  problem: string | null
  onChange: (changes: Partial<FileRow>) => void
  onRetry: (file: File) => void
  onRemove: () => void
}

/** Which control of a row a problem belongs to; the others are about the file itself. */
const PRICE_PROBLEMS: readonly string[] = [GAME_TEXT.priceZero, GAME_TEXT.priceMax, GAME_TEXT.priceDecimals]
const partOf = (problem: string) =>
  problem === GAME_TEXT.device ? 'device' : PRICE_PROBLEMS.includes(problem) ? 'price' : 'file'

function FileLine({ row, isFirst, isFree, problem, onChange, onRetry, onRemove }: FileLineProps) {
  const part = problem && partOf(problem)
  const isUnfinished = row.source.from === 'here' && row.source.upload.state !== 'complete'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_32px] items-start gap-x-4 gap-y-3 border-b border-line p-4 last:border-b-0 phone:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_32px] desk:grid-cols-[minmax(0,1fr)_148px_148px_32px]">
      <div
        className="grid min-w-0 gap-1.5 phone:max-desk:col-span-2"
        data-invalid={part === 'file' ? true : undefined}
      >
        <FileState name={row.name} sizeBytes={row.sizeBytes} source={row.source} onRetry={onRetry} />
        {part === 'file' && <FieldError id={`${row.id}-error`} error={problem} />}
      </div>
      <Button
        kind="quiet"
        size="small"
        square
        className="desk:order-last"
        aria-label={isUnfinished ? `Cancel ${row.name}` : `Remove ${row.name}`}
        onClick={onRemove}
      >
        <IconX className="size-3.5" />
      </Button>
      <div className="grid gap-1 max-phone:col-span-2 phone:max-desk:col-start-1">
        <Select
          size="small"
          aria-label={`Device of ${row.name}`}
          aria-invalid={part === 'device' || undefined}
          aria-describedby={part === 'device' ? `${row.id}-device-error` : undefined}
          value={row.device}
          onChange={(event) => onChange({ device: event.target.value })}
        >
          <option value="">Select device</option>
          {DEVICES.map((device) => (
            <option key={device}>{device}</option>
          ))}
        </Select>
        {part === 'device' && <FieldError id={`${row.id}-device-error`} error={problem} />}
      </div>
      <div className="pt-0.5 max-phone:col-span-2">
        {isFirst || isFree ? (
          <p className="pt-1.5 text-sm text-faint">Part of the game</p>
        ) : (
          <CustomPrice row={row} error={part === 'price' ? problem : null} onChange={onChange} />
        )}
      </div>
    </li>
  )
}

function CustomPrice({
  row,
  error,
  onChange,
}: Pick<FileLineProps, 'row' | 'onChange'> & { error: string | null }) {
  const id = useId()
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-2.5 pt-1.5 text-sm">
        <CheckBox
          id={id}
          checked={row.customPriceEnabled}
          onChange={(event) => onChange({ customPriceEnabled: event.target.checked })}
        />
        <label htmlFor={id} className="cursor-pointer">
          Custom price
        </label>
      </div>
      {row.customPriceEnabled && (
        <>
          <DollarInput
            size="small"
            aria-label={`Price of ${row.name} in dollars`}
            aria-invalid={error !== null || undefined}
            aria-describedby={error === null ? undefined : `${id}-error`}
            value={row.customPrice}
            onChange={(event) => onChange({ customPrice: event.target.value })}
          />
          <FieldError id={`${id}-error`} error={error} />
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

type FileStateProps = { name: string; sizeBytes: number; source: FileSource; onRetry: (file: File) => void }

/** A file's name and where it is on its way to the store. */
export function FileState({ name, sizeBytes, source, onRetry }: FileStateProps) {
  return (
    <>
      <p className="truncate text-[14px]/5 font-semibold" title={name}>
        {name}
      </p>
      {source.from === 'game' ? (
        <p className="text-sm text-muted">{showSize(sizeBytes)}</p>
      ) : (
        <UploadState
          name={name}
          sizeBytes={sizeBytes}
          upload={source.upload}
          onRetry={() => onRetry(source.file)}
        />
      )}
    </>
  )
}

type UploadStateProps = { name: string; sizeBytes: number; upload: Upload; onRetry: () => void }

function UploadState({ name, sizeBytes, upload, onRetry }: UploadStateProps) {
  switch (upload.state) {
    case 'waiting':
      return (
        <>
          <p className="text-sm text-muted">{showSize(sizeBytes)}</p>
          <p className="flex items-center gap-1.5 text-sm text-faint">
            <IconClock className="size-3.5" />
            Waiting
          </p>
        </>
      )
    case 'uploading': {
      const share = upload.totalBytes > 0 ? upload.sentBytes / upload.totalBytes : 0
      return (
        <>
          <p className="text-sm text-muted">{showSent(upload.sentBytes, upload.totalBytes)}</p>
          <div className="flex max-w-80 items-center gap-3">
            <div className="flex-1">
              <Progress value={share} label={`Uploading ${name}`} />
            </div>
            <b className="w-10 text-right text-sm font-650">{Math.floor(share * 100)}%</b>
          </div>
        </>
      )
    }
    case 'complete':
      return (
        <>
          <p className="text-sm text-muted">{showSize(sizeBytes)}</p>
          <p className="flex items-center gap-1.5 text-sm font-semibold text-go" role="status">
            <IconCheck className="size-3.5" />
            Complete
          </p>
        </>
      )
    case 'error':
      return (
        <>
          <p className="text-sm text-muted">{showSize(sizeBytes)}</p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5" role="alert">
            <span className="line-clamp-2 min-w-0 text-sm font-550 text-bad">{upload.message}</span>
            <Button size="small" onClick={onRetry} aria-label={`Retry ${name}`}>
              <IconRefresh className="size-3.5" />
              Retry
            </Button>
          </div>
        </>
      )
  }
}

/** `612.8 of 838.0 MB` */
export const showSent = (sentBytes: number, totalBytes: number): string =>
  `${showSize(sentBytes).replace(' MB', '')} of ${showSize(totalBytes)}`
