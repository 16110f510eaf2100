import type { Game, GameFile } from '@nofiller/contract/catalogue'
import { showPrice } from '@nofiller/contract/money'
import { showSize } from '@nofiller/contract/size'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconCheck, IconDownload } from '../../ui/icons.tsx'
import { Cell, Row, Table } from '../../ui/table.tsx'
import { DeviceName } from '../catalogue/device-icon.tsx'
import { baseFiles, extraFiles, extrasOf, type Goods } from './buying.ts'
import { useDownload } from './download.ts'
import { type Ownership, ownsFile } from './ownership.ts'

export type IncludedFilesProps = {
  game: Game
  goods: Goods
  owned: Ownership
  /** When the files of the goods can be had. */
  access: 'after-sign-in' | 'after-payment' | 'download'
  /** Nothing can be chosen now. */
  locked?: boolean
  onChoose: (goods: Goods) => void
}

const HEAD = [
  { name: 'File' },
  { name: 'Size' },
  { name: 'Device' },
  { name: 'Status' },
  { name: 'Action', align: 'right' as const },
]

/**
 * The files of what is being bought or is owned, with what can be done about each. Beside extras stand the game's others,
 * to be added; an owner of the base sees the extras too.
 */
export function IncludedFiles(props: IncludedFilesProps) {
  return (
    <div className="overflow-hidden rounded-3 border border-line bg-bg">
      <Table label="Included files" head={HEAD}>
        {shownFiles(props).map((file) => (
          <FileRow key={file._id} file={file} {...props} />
        ))}
      </Table>
    </div>
  )
}

function shownFiles({ game, goods, owned }: IncludedFilesProps): GameFile[] {
  if (goods.mode === 'extra') return extraFiles(game)
  return owned.base ? [...baseFiles(game), ...extraFiles(game)] : baseFiles(game)
}

/** A file that can be had, one that comes with the goods, or another extra. */
function FileRow({ file, ...props }: IncludedFilesProps & { file: GameFile }) {
  const { goods, owned, access } = props
  const isOwned = ownsFile(owned, file)
  const isIncluded = goods.mode === 'base' ? !file.customPriceEnabled : goods.files.includes(file)
  if (isOwned || (isIncluded && access === 'download')) return <HadFile {...props} file={file} />
  const others = goods.mode === 'base' ? [] : goods.files.filter((chosen) => chosen !== file)
  if (isIncluded && others.length === 0) return <PromisedFile {...props} file={file} />
  return <ExtraChoice {...props} file={file} others={others} isIncluded={isIncluded} />
}

type FileProps = IncludedFilesProps & { file: GameFile }

function HadFile({ game, file, owned }: FileProps) {
  const { stateOf, download } = useDownload(game, owned)
  const state = stateOf(file._id)
  const standing = ownsFile(owned, file) ? <OwnedMark /> : <Faint>Included</Faint>
  return (
    <FileLine file={file} status={DOWNLOAD_STATUS[state] ?? standing}>
      <Button
        size="small"
        aria-label={`Download ${file.name}`}
        busy={state === 'busy'}
        onClick={() => download(file._id)}
      >
        {state !== 'busy' && <IconDownload className="size-3.5" />}
        Download
      </Button>
    </FileLine>
  )
}

const PromisedFile = ({ file, access }: FileProps) => (
  <FileLine file={file} status={<Faint>{extraPrice(file) ?? 'Included'}</Faint>}>
    <Faint>{access === 'after-sign-in' ? 'After sign-in' : 'After payment'}</Faint>
  </FileLine>
)

type ExtraChoiceProps = FileProps & { others: readonly GameFile[]; isIncluded: boolean }

/** An extra that can join the purchase or leave it; beside files that are had already it starts one of its own. */
function ExtraChoice({ game, file, others, isIncluded, access, locked, onChoose }: ExtraChoiceProps) {
  const verb = isIncluded ? 'Remove' : access === 'download' ? 'Buy' : 'Add'
  const files = { Remove: others, Buy: [file], Add: [...others, file] }[verb]
  const fileIds = files.map(({ _id }) => _id)
  return (
    <FileLine
      file={file}
      status={<Faint>{isIncluded ? `Included · ${extraPrice(file)}` : extraPrice(file)}</Faint>}
    >
      <Button
        size="small"
        aria-label={`${verb} ${file.name}`}
        disabled={locked}
        onClick={() => onChoose(extrasOf(game, fileIds))}
      >
        {verb}
      </Button>
    </FileLine>
  )
}

function FileLine({ file, status, children }: { file: GameFile; status: ReactNode; children: ReactNode }) {
  return (
    <Row>
      <Cell full className="font-semibold wrap-anywhere">
        {file.name}
      </Cell>
      <Cell label="Size" className="whitespace-nowrap">
        {showSize(file.size)}
      </Cell>
      <Cell className="max-bar:justify-self-end">
        <DeviceName device={file.device} />
      </Cell>
      <Cell className="whitespace-nowrap">{status}</Cell>
      <Cell align="right" className="whitespace-nowrap max-bar:justify-self-end">
        {children}
      </Cell>
    </Row>
  )
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
