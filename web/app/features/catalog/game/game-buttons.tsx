import type { Game, Picture } from '@nofiller/contract/catalog/catalog'
import { showPrice } from '@nofiller/contract/pricing/money'
import type { ComponentProps } from 'react'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { IconCheck, IconDownload } from '../../../ui/icons.tsx'
import { Price } from '../../../ui/price.tsx'

const LOOK =
  'flex min-h-12 w-full cursor-pointer items-center justify-center gap-2 rounded-2 px-3 py-3 text-md/6 font-bold phone:px-5 text-(--game-button-text) no-underline hover:brightness-108'

type MainButtonProps = {
  game: Game
  label: string
  /** Behind the label. */
  price?: number
  busy?: boolean
} & Pick<ComponentProps<'button'>, 'onClick' | 'onPointerEnter' | 'onFocus' | 'ref'>

/** Buy, get or download, in the developer's colors; a picture of the developer's replaces the label. */
export function MainButton({ game, label, price, busy = false, onClick, ...rest }: MainButtonProps) {
  const picture = game.buyButtonImage
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={picture ? PICTURE_BUTTON : `${LOOK} bg-(--game-buy)`}
      {...rest}
    >
      {picture ? (
        <ButtonPicture
          picture={picture}
          label={price === undefined ? label : `${label} ${showPrice(price)}`}
        />
      ) : (
        <>
          {busy && <Spinner />}
          {label === 'Added' && <IconCheck />}
          {label.startsWith('Download') && <IconDownload />}
          <span key={label}>
            {label} {price !== undefined && <Price dollars={price} />}
          </span>
        </>
      )}
    </button>
  )
}

/** The free demo: a plain link, because it needs no account (requirements 7.4). */
export function DemoButton({ game }: { game: Game }) {
  const picture = game.demoButtonImage
  if (!game.demoFile) return null
  return (
    <a
      href={game.demoFile.url}
      download
      rel="nofollow"
      className={picture ? PICTURE_BUTTON : `${LOOK} bg-(--game-demo)`}
    >
      {picture ? <ButtonPicture picture={picture} label="Download demo" /> : 'Download demo'}
    </a>
  )
}

const PICTURE_BUTTON = 'block w-full cursor-pointer overflow-hidden rounded-2 hover:brightness-108'

const ButtonPicture = ({ picture, label }: { picture: Picture; label: string }) => (
  <img
    src={picture.url}
    alt={label}
    width={picture.width}
    height={picture.height}
    className="mx-auto max-h-24 object-contain"
  />
)
