import type { Game, GameFile } from '@nofiller/contract/catalogue'
import { showPrice } from '@nofiller/contract/money'
import { showSize } from '@nofiller/contract/size'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconCheck, IconDownload } from '../../ui/icons.tsx'
import { Cell, Row, Table } from '../../ui/table.tsx'
import { DeviceName } from '../catalogue/device-icon.tsx'
import { baseFiles, extraFiles, type Goods } from './buying.ts'
import { useDownload } from './download.ts'
import type { Ownership } from './ownership.ts'

type IncludedFilesProps = {
  game: Game
  goods: Goods
  owned: Ownership
  /** When the files can be had. */
  access: 'after-sign-in' | 'after-payment' | 'download'
  onBuyExtra: (goods: Goods) => void
}

const HEAD = [
  { name: 'File' },
  { name: 'Size' },
  { name: 'Device' },
  { name: 'Status' },
  { name: 'Action', align: 'right' as const },
]

/** The files of what is being bought or is owned; an owner of the base sees the extras too. */
export function IncludedFiles({ game, goods, owned, access, onBuyExtra }: IncludedFilesProps) {
  const { busyId, download } = useDownload(game._id)
  const extras = goods.mode === 'base' && owned.base ? extraFiles(game) : []
  const isOwned = (file: GameFile) =>
    file.customPriceEnabled ? owned.extraIds.includes(file._id) : owned.base

  const downloadButton = (file: GameFile) => (
    <Button
      size="small"
      aria-label={`Download ${file.name}`}
      busy={busyId === file._id}
      onClick={() => download(file._id)}
    >
      {busyId !== file._id && <IconDownload className="size-3.5" />}
      Download
    </Button>
  )
  const promise = access === 'after-payment' ? 'After payment' : 'After sign-in'

  return (
    <div className="overflow-hidden rounded-3 border border-line bg-bg">
      <Table label="Included files" head={HEAD}>
        {(goods.mode === 'extra' ? [goods.file] : baseFiles(game)).map((file) => (
          <FileRow
            key={file._id}
            file={file}
            status={isOwned(file) ? <OwnedMark /> : <Faint>Included</Faint>}
          >
            {access === 'download' ? downloadButton(file) : <Faint>{promise}</Faint>}
          </FileRow>
        ))}
        {extras.map((file) =>
          isOwned(file) ? (
            <FileRow key={file._id} file={file} status={<OwnedMark />}>
              {downloadButton(file)}
            </FileRow>
          ) : (
            <FileRow key={file._id} file={file} status={<Faint>{showPrice(file.customPrice ?? 0)}</Faint>}>
              <Button
                size="small"
                aria-label={`Buy ${file.name}`}
                onClick={() => onBuyExtra({ mode: 'extra', file })}
              >
                Buy
              </Button>
            </FileRow>
          ),
        )}
      </Table>
    </div>
  )
}

function FileRow({ file, status, children }: { file: GameFile; status: ReactNode; children: ReactNode }) {
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

const OwnedMark = () => (
  <span className="inline-flex items-center gap-1.5 align-top font-semibold text-go">
    <IconCheck className="size-3.5" />
    Owned
  </span>
)

const Faint = ({ children }: { children: ReactNode }) => <span className="text-faint">{children}</span>
