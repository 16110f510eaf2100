import type { Game } from '@nofiller/contract/catalog/catalog'
import { memo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconExpand } from '../../../ui/dashboard-icons.tsx'
import { useModal } from '../../../ui/dialog.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { IconX } from '../../../ui/icons.tsx'
import { PagePreviewFrame } from './page-preview-frame.tsx'
import { PreviewedPage } from './previewed-page.tsx'

const WIDTHS = { phone: 390, desktop: 1280 }
type Size = keyof typeof WIDTHS
const SIZES = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
] as const

/** The game's page as visitors will see it, on a phone and on a desktop. Narrow windows show it at full size only. */
export const PagePreview = memo(({ game }: { game: Game }) => {
  const [size, setSize] = useState<Size>('phone')
  const [isFull, setFull] = useState(false)
  return (
    <section className="grid min-h-0 content-start gap-3 desktop:grid-rows-[auto_auto_minmax(0,1fr)]">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-md font-650">Game Page Preview</h2>
        <Button kind="quiet" size="small" className="-mr-3 max-narrow:mr-0" onClick={() => setFull(true)}>
          <IconExpand className="size-3.5" />
          Full size
        </Button>
      </div>
      <div className="max-desktop:hidden">
        <SizeSwitch size={size} onChange={setSize} />
      </div>
      <div className="min-h-0 overflow-hidden rounded-3 border border-line max-desktop:hidden">
        {!isFull && <Framed game={game} size={size} />}
      </div>
      {isFull && <FullSize game={game} size={size} onSize={setSize} onClose={() => setFull(false)} />}
    </section>
  )
})

const SizeSwitch = ({ size, onChange }: { size: Size; onChange: (size: Size) => void }) => (
  <Segmented label="Width of the page preview" options={SIZES} value={size} onChange={onChange} />
)

const Framed = ({ game, size }: { game: Game; size: Size }) => (
  <div style={{ background: game.pageBg }} className="h-full">
    <PagePreviewFrame title="Game Page Preview" width={WIDTHS[size]}>
      <PreviewedPage game={game} />
    </PagePreviewFrame>
  </div>
)

type FullSizeProps = { game: Game; size: Size; onSize: (size: Size) => void; onClose: () => void }

function FullSize({ game, size, onSize, onClose }: FullSizeProps) {
  const modal = useModal(onClose)
  return (
    <dialog
      {...modal}
      data-fullscreen
      aria-label="Game Page Preview"
      className="m-auto h-dvh max-h-none w-screen max-w-none flex-col bg-bg text-text open:flex open:animate-fade"
    >
      <div className="grid grid-cols-[auto_1fr] items-center gap-4 border-b border-line px-4 py-3 phone:grid-cols-[1fr_auto_1fr] phone:px-8">
        <h2 className="d4 max-phone:hidden">Game Page Preview</h2>
        <SizeSwitch size={size} onChange={onSize} />
        <Button kind="quiet" square className="justify-self-end" aria-label="Close preview" onClick={onClose}>
          <IconX />
        </Button>
      </div>
      <div
        style={{ maxWidth: WIDTHS[size] }}
        className="mx-auto min-h-0 w-full flex-1 overflow-hidden border-x border-line"
      >
        <Framed game={game} size={size} />
      </div>
    </dialog>
  )
}
