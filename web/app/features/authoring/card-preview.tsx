import type { GameCard as Card, Picture } from '@nofiller/contract/catalogue'
import { DEVICES, devicesOf } from '@nofiller/contract/devices'
import { centsOfText, dollarsOf } from '@nofiller/contract/money'
import { useSession } from '../../session/session.ts'
import { GameCard } from '../catalogue/game-card.tsx'
import type { Draft } from './game-draft.ts'
import { usePictureUrl } from './picture-url.ts'

/** The game's card as lists will show it, without its link. */
export function CardPreview({ draft }: { draft: Draft }) {
  const { user } = useSession()
  const url = usePictureUrl(draft.pictures.cardImage)
  const game: Card = {
    _id: 'preview',
    slug: '',
    title: draft.title || 'Your game',
    price: dollarsOf(Math.max(0, centsOfText(draft.price) ?? 0)),
    isFree: draft.isFree,
    category: 'SFW',
    tags: draft.tags,
    devices: devicesOf(
      draft.files.flatMap(({ device }) =>
        DEVICES.filter((known) => known === device).map((known) => ({ device: known })),
      ),
    ),
    developer: {
      _id: user?._id ?? '',
      username: user?.username ?? '',
      displayName: user?.displayName ?? null,
    },
    devName: user?.displayName ?? user?.username ?? '',
    cardImageUrl: url,
    cardPicture: url === null ? null : ({ url, width: 250, height: 175, blur: '' } satisfies Picture),
    publishedAt: null,
  }
  return (
    <section className="grid gap-3">
      <h2 className="text-md font-650">Card Preview</h2>
      <div inert className="grid justify-items-center rounded-3 border border-line bg-bg p-[23px]">
        <GameCard game={game} />
      </div>
    </section>
  )
}
