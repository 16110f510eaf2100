import type { Game, GameFile } from '@nofiller/contract/catalog/catalog'
import { showPrice } from '@nofiller/contract/pricing/money'
import { showSize } from '@nofiller/contract/text/size'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconCheck, IconChevronDown, IconDownload } from '../../../ui/icons.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { DeviceName } from '../../catalog/device-icon.tsx'
import { baseFiles, extraFiles, extrasOf, type Goods } from './buying.ts'
import { useDownload } from './download.ts'
import { type Ownership, ownsFile } from './ownership.ts'

export type IncludedFilesProps = {
  game: Game
  goods: Goods
  owned: Ownership
  /** When the files of the goods become available. */
  access: 'after-log-in' | 'after-payment' | 'download'
  /** Nothing can be chosen now. */
  locked?: boolean
  onChoose: (goods: Goods) => void
}

/** One line of the table: a file, its state, and its action. */
type FileLine = { file: GameFile; status: ReactNode; action: ReactNode }

const COLUMNS: readonly Column<FileLine>[] = [
  {
    head: 'File',
    cell: ({ file }) => file.name,
    card: { wide: true },
    className: 'font-semibold wrap-anywhere',
  },
  {
    head: 'Size',
    cell: ({ file }) => showSize(file.size),
    card: { labeled: true },
    className: 'whitespace-nowrap',
  },
  {
    head: 'Device',
    cell: ({ file }) => <DeviceName device={file.device} />,
    className: 'max-bar:justify-self-end',
  },
  { head: 'Status', cell: ({ status }) => status, className: 'whitespace-nowrap' },
  {
    head: 'Action',
    cell: ({ action }) => action,
    align: 'right',
    className: 'whitespace-nowrap max-bar:justify-self-end',
  },
]

/**
 * The files of the goods, with an action for each. Beside extras the table lists the game's others,
 * to be added; an owner of the base sees the extras too.
 */
export function IncludedFiles(props: IncludedFilesProps) {
  const downloads = useDownload(props.game, props.owned)
  const files = shownFiles(props)
  const lines = files.map((file) => lineOf({ ...props, file, downloads }))
  const table = <Table label="Included files" columns={COLUMNS} rows={lines} keyOf={({ file }) => file._id} />
  // Before paying, a buyer can do nothing with the files of a base: one line lists them.
  if (props.goods.mode === 'extra' || props.access === 'download' || files.length < 2)
    return <div className="overflow-hidden rounded-3 border border-line bg-bg">{table}</div>
  return (
    <details className="group overflow-hidden rounded-3 border border-line bg-bg">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-5 py-3 text-ui [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1 wrap-anywhere">{summaryOf(files)}</span>
        <IconChevronDown className="size-4 text-faint group-open:rotate-180" />
      </summary>
      <div className="border-t border-line">{table}</div>
    </details>
  )
}

/** `Includes Windows, Mac, Linux · 3 files, 1.5 MB` */
function summaryOf(files: readonly GameFile[]): string {
  const devices = [...new Set(files.map(({ device }) => device))].join(', ')
  return `Includes ${devices} · ${files.length} files, ${showSize(files.reduce((sum, { size }) => sum + size, 0))}`
}

function shownFiles({ game, goods, owned }: IncludedFilesProps): GameFile[] {
  if (goods.mode === 'extra') return extraFiles(game)
  return owned.base ? [...baseFiles(game), ...extraFiles(game)] : baseFiles(game)
}

type FileProps = IncludedFilesProps & { file: GameFile; downloads: ReturnType<typeof useDownload> }

/** A file that can be downloaded, one that comes with the goods, or another extra. */
function lineOf(props: FileProps): FileLine {
  const { goods, owned, access, file } = props
  const isIncluded = includes(goods, file)
  if (ownsFile(owned, file) || (isIncluded && access === 'download')) return downloadLine(props)
  return isIncluded && otherExtras(goods, file).length === 0 ? promisedLine(props) : extraLine(props)
}

const includes = (goods: Goods, file: GameFile): boolean =>
  goods.mode === 'base' ? !file.customPriceEnabled : goods.files.includes(file)

const otherExtras = (goods: Goods, file: GameFile): GameFile[] =>
  goods.mode === 'base' ? [] : goods.files.filter((chosen) => chosen !== file)

function downloadLine({ file, owned, downloads: { stateOf, download } }: FileProps): FileLine {
  const state = stateOf(file._id)
  const ownership = ownsFile(owned, file) ? <OwnedMark /> : <Faint>Included</Faint>
  return {
    file,
    status: DOWNLOAD_STATUS[state] ?? ownership,
    action: (
      <Button
        icon={<IconDownload className="size-3.5" />}
        size="small"
        aria-label={`Download ${file.name}`}
        busy={state === 'busy'}
        onClick={() => download(file._id)}
      >
        Download
      </Button>
    ),
  }
}

const promisedLine = ({ file, access }: FileProps): FileLine => ({
  file,
  status: <Faint>{extraPrice(file) ?? 'Included'}</Faint>,
  action: <Faint>{access === 'after-log-in' ? 'After you log in' : 'After payment'}</Faint>,
})

/** An extra that can be added to the purchase or removed; for an owner of other files it is a separate purchase. */
function extraLine({ game, goods, file, access, locked, onChoose }: FileProps): FileLine {
  const isIncluded = includes(goods, file)
  const others = otherExtras(goods, file)
  const verb = isIncluded ? 'Remove' : access === 'download' ? 'Buy' : 'Add'
  const files = { Remove: others, Buy: [file], Add: [...others, file] }[verb]
  const fileIds = files.map(({ _id }) => _id)
  return {
    file,
    status: <Faint>{isIncluded ? `Included · ${extraPrice(file)}` : extraPrice(file)}</Faint>,
    action: (
      <Button
        size="small"
        aria-label={`${verb} ${file.name}`}
        disabled={locked}
        onClick={() => onChoose(extrasOf(game, fileIds))}
      >
        {verb}
      </Button>
    ),
  }
}

const extraPrice = ({ customPriceEnabled, customPrice }: GameFile): string | null =>
  customPriceEnabled ? showPrice(customPrice ?? 0) : null

const Faint = ({ children }: { children: ReactNode }) => <span className="text-faint">{children}</span>

const OwnedMark = () => (
  <span className="inline-flex items-center gap-1.5 align-top font-semibold text-go">
    <IconCheck className="size-3.5" />
    Owned
  </span>
)

const DOWNLOAD_STATUS = {
  idle: null,
  busy: <Faint>Downloading</Faint>,
  failed: <span className="font-semibold text-bad">Failed</span>,
}
