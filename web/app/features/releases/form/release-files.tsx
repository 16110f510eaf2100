import { FILES_MAX } from '@nofiller/contract/authoring/game-rules'
import { DEVICES, type Device } from '@nofiller/contract/catalog/devices'
import type { NextRelease } from '@nofiller/contract/releases/seller-game'
import { showSize } from '@nofiller/contract/text/size'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select } from '../../../ui/form/field.tsx'
import { IconCheck, IconClock, IconPlus, IconX } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/page.tsx'
import { useFileDrop, useStrayDropsIgnored } from '../../authoring/files/drop.ts'
import { PickFiles } from '../../authoring/files/file-pick.tsx'
import { CustomPrice } from '../../authoring/files/file-rows.tsx'
import { UploadState } from '../../authoring/files/file-state.tsx'
import { type FileRow, incomingOf } from '../../authoring/form/game-draft.ts'
import { DeviceIcon } from '../../catalog/device-icon.tsx'
import { isNewFile, type StoredBuild } from './release-form.ts'
import { ReleaseSection } from './release-section.tsx'
import type { ReleaseFormState } from './use-release-form.ts'

type FilesProps = { form: ReleaseFormState; next: NextRelease; isFree: boolean }

/** The files of the game, each with its new build or the release from which it stays, and new ones. */
export function ReleaseFiles({ form, next, isFree }: FilesProps) {
  const { draft, problems } = form
  const hasRoom = draft.files.length < FILES_MAX
  const drop = useFileDrop(form.addFiles)
  const add = useRef<HTMLDivElement>(null)
  useStrayDropsIgnored()
  const remove = (id: string) => {
    form.removeFile(id)
    // The pressed button is gone, and a full list had no button to add.
    requestAnimationFrame(() => add.current?.querySelector('button')?.focus())
  }
  return (
    <ReleaseSection title="Files" hint="What you leave alone stays as it is. All go live in the same moment.">
      <div className="grid gap-3" {...(hasRoom && drop.target)}>
        {draft.files.length > 0 && (
          <Panel flush>
            <ul className="divide-y divide-line">
              {draft.files.map((row, at) => (
                <FileLine
                  key={row.id}
                  row={row}
                  at={at}
                  form={form}
                  isNew={isNewFile(row, next)}
                  label={next.files.find(({ fileId }) => fileId === row.id)?.label ?? null}
                  isFree={isFree}
                  onRemove={() => remove(row.id)}
                />
              ))}
            </ul>
          </Panel>
        )}
        <FieldError id="files-error" error={problems.files} />
        {hasRoom && (
          <div ref={add} className="flex flex-wrap items-center gap-3">
            <PickFiles label="Add a file" multiple onPick={form.addFiles}>
              <IconPlus className="size-3.5" />
              Add a file
            </PickFiles>
            <span aria-live="polite" className="text-sm text-muted">
              {drop.isOver && 'Drop to add them'}
            </span>
          </div>
        )}
      </div>
    </ReleaseSection>
  )
}

type FileLineProps = {
  row: FileRow
  at: number
  form: ReleaseFormState
  isNew: boolean
  /** The release from which buyers have it. */
  label: string | null
  isFree: boolean
  onRemove: () => void
}

function FileLine({ row, at, form, isNew, label, isFree, onRemove }: FileLineProps) {
  const { problems } = form
  const device = DEVICES.find((one) => one === row.device) ?? 'Other'
  const build = form.draft.stored[row.id]
  const incoming = incomingOf(row.source)
  const name = isNew || device === 'Other' ? row.name : device
  const fileName = newNameOf(row) ?? build?.name ?? row.name
  return (
    <li
      data-invalid={problems[`files.${at}`] ? true : undefined}
      className="grid grid-cols-[18px_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 px-3.5 py-3 text-ui"
    >
      <span className="mt-0.5 text-muted">
        <DeviceIcon device={device} />
      </span>
      <div className="grid min-w-0 gap-0.5">
        <p className="min-w-0 wrap-anywhere">
          <b className="font-semibold">{name}</b>
          {fileName !== name && (incoming !== null || build) && (
            <span className="ml-2 text-sm text-muted">{fileName}</span>
          )}
        </p>
        {incoming ? (
          <UploadState
            name={fileName}
            sizeBytes={newSizeOf(row) ?? row.sizeBytes}
            incoming={incoming}
            onRetry={(file) => form.retryFile(row.id, file)}
            onResume={(file) => form.resumeFile(row.id, file)}
          />
        ) : (
          <Standing build={build} label={label} />
        )}
        <FieldError id={`${row.id}-error`} error={problems[`files.${at}`]} />
      </div>
      <FileActions
        row={row}
        name={name}
        isNew={isNew}
        isChanged={incoming !== null || !!build}
        form={form}
        onRemove={onRemove}
      />
      {isNew && <Listing row={row} at={at} form={form} isFree={isFree} />}
    </li>
  )
}

const newNameOf = ({ source }: FileRow) => (source.from === 'game' ? source.replacement?.name : undefined)
const newSizeOf = ({ source }: FileRow) =>
  source.from === 'game' ? source.replacement?.sizeBytes : undefined

/** A file without an upload: it stays, or the draft has a build of it. */
function Standing({ build, label }: { build: StoredBuild | undefined; label: string | null }) {
  if (!build)
    return (
      <p className="text-sm text-faint">
        {label ? (
          <>
            Stays at <span translate="no">{label}</span>
          </>
        ) : (
          'Stays as it is'
        )}
      </p>
    )
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      {showSize(build.size)}
      {build.problem !== null ? (
        <span className="font-550 text-bad">{build.problem}</span>
      ) : build.isChecked ? (
        <span className="inline-flex items-center gap-1.5 font-semibold text-go">
          <IconCheck className="size-3.5" />
          <span>Complete</span>
        </span>
      ) : (
        <span className="inline-flex items-center gap-1.5 text-faint">
          <IconClock className="size-3.5" />
          <span>Being checked</span>
        </span>
      )}
    </p>
  )
}

type FileActionsProps = {
  row: FileRow
  name: string
  isNew: boolean
  isChanged: boolean
  form: ReleaseFormState
  onRemove: () => void
}

function FileActions({ row, name, isNew, isChanged, form, onRemove }: FileActionsProps) {
  const actions = useRef<HTMLSpanElement>(null)
  const leaveAsItIs = () => {
    actions.current?.querySelector('button')?.focus() // the pressed button disappears
    form.leaveFile(row.id)
  }
  const leave = isNew ? `Remove ${name}` : `Leave ${name} as it is`
  return (
    <span ref={actions} className="flex items-center gap-1">
      {!isNew && (
        <PickFiles
          label={`${isChanged ? 'Replace' : 'Choose a file for'} ${name}`}
          onPick={([file]) => file && form.replaceFile(row.id, file)}
        >
          {isChanged ? 'Replace' : 'Choose file'}
          <span className="sr-only"> {isChanged ? name : `for ${name}`}</span>
        </PickFiles>
      )}
      {isChanged && (
        <Button
          kind="quiet"
          size="small"
          square
          aria-label={leave}
          title={leave}
          onClick={isNew ? onRemove : leaveAsItIs}
        >
          <IconX className="size-3.5" />
        </Button>
      )}
    </span>
  )
}

/** What a new file is listed as: its device and its price. */
function Listing({ row, at, form, isFree }: Pick<FileLineProps, 'row' | 'at' | 'form' | 'isFree'>) {
  const { problems, changeFile } = form
  const problem = problems[`files.${at}.device`]
  return (
    <div className="col-span-2 col-start-2 grid gap-x-4 gap-y-2 phone:grid-cols-[160px_minmax(0,1fr)]">
      <div className="grid content-start gap-1">
        <Select
          size="small"
          aria-label={`Device of ${row.name}`}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${row.id}-device-error` : undefined}
          value={row.device}
          onChange={(event) => changeFile(row.id, { device: event.target.value as Device | '' })}
        >
          <option value="">Select device</option>
          {DEVICES.map((device) => (
            <option key={device}>{device}</option>
          ))}
        </Select>
        <FieldError id={`${row.id}-device-error`} error={problem} />
      </div>
      {isFree ? null : (
        <CustomPrice
          row={row}
          error={problems[`files.${at}.customPrice`]}
          onChange={(changes) => changeFile(row.id, changes)}
        />
      )}
    </div>
  )
}
