import type { Game, GameFile } from '@nofiller/contract/catalog/catalog'
import { showPrice } from '@nofiller/contract/pricing/money'
import { Button } from '../../../ui/button.tsx'
import { extrasOf, type useBuying } from './buying.ts'
import { useDownload } from './download.ts'
import { type Ownership, ownsFile } from './ownership.ts'

type ExtraActionProps = {
  game: Game
  owned: Ownership
  buying: Pick<ReturnType<typeof useBuying>, 'open'>
  file: GameFile
  /** Fetches the dialog that a press opens. */
  preloadDialog: () => void
}

/** What a visitor can do with an extra of a game. */
export function ExtraAction({ game, owned, buying, file, preloadDialog }: ExtraActionProps) {
  const { stateOf, download } = useDownload(game, owned)
  if (ownsFile(owned, file))
    return (
      <Button
        size="small"
        className="min-h-9"
        aria-label={`Download ${file.name}`}
        busy={stateOf(file._id) === 'busy'}
        onClick={() => download(file._id)}
      >
        Download
      </Button>
    )
  if (game.notForSale) return null
  const price = showPrice(file.customPrice ?? 0)
  return (
    <Button
      size="small"
      className="min-h-9"
      aria-label={`Buy ${price}, ${file.name}`}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
      onClick={() => buying.open(extrasOf(game, [file._id]))}
    >
      <span>
        Buy <span translate="no">{price}</span>
      </span>
    </Button>
  )
}
