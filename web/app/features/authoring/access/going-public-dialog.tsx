import type { GameAccess } from '@nofiller/contract/catalog/visibility'
import { ACCESS_TEXT } from '@nofiller/contract/catalog/visibility-rules'
import { showPrice } from '@nofiller/contract/pricing/money'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import type { ReactNode } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { IconBell } from '../../../ui/dashboard-icons.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { IconGlobe, IconTag } from '../../../ui/icons.tsx'
import { countOf } from '../../posts/seller/count-words.ts'

type GoingPublicProps = { game: SellerGame; access: GameAccess; onConfirm: () => void; onClose: () => void }

/** Asks before everybody sees a game: what was seen cannot be taken back. */
export function GoingPublicDialog({ game, access, onConfirm, onClose }: GoingPublicProps) {
  return (
    <Dialog
      title="Make it public?"
      width="small"
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" data-first-focus onClick={onConfirm}>
            Make public
          </Button>
        </>
      }
    >
      {game.visibility === 'private' && <Note>{LATER}</Note>}
      <section aria-labelledby="will-happen">
        <h3 id="will-happen" className="text-ui font-650">
          What will happen
        </h3>
        <ul className="divide-y divide-line">
          <Line icon={<IconGlobe />}>Everybody sees the page, and finds it in lists, search and feeds</Line>
          <Line icon={<IconTag />}>{saleText(game, access)}</Line>
          <Line icon={<IconBell />}>
            <Told gameId={game._id} />
          </Line>
        </ul>
      </section>
    </Dialog>
  )
}

const LATER = 'The game isn’t in the store now. This happens once it is.'

const saleText = ({ isFree, price }: SellerGame, { notForSale }: GameAccess): string => {
  if (notForSale) return `Nobody can buy it: ${ACCESS_TEXT.notForSale.toLowerCase()}`
  return isFree ? 'Anyone can get it for free' : `Anyone can buy it for ${showPrice(price)}`
}

/** How many hear of it, as far as it is known. */
function Told({ gameId }: { gameId: string }) {
  const { data: reach } = useCall('GET /api/dev/games/:id/reach', { params: { id: gameId } })
  return (
    <>
      Wishlists and followers hear of what is new from now on
      {reach && (
        <span className="block text-sm text-muted">
          {countOf(reach.wishes.wanted)} on wishlists, {countOf(reach.followers).toLowerCase()} followers
        </span>
      )}
    </>
  )
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 py-2.5 text-ui">
    <span className="mt-1 text-muted">{icon}</span>
    <span>{children}</span>
  </li>
)
