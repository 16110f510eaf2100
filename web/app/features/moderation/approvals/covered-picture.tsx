import type { ApprovalAsset } from '@nofiller/contract/moderation/moderation'
import { Button } from '../../../ui/button.tsx'
import { IconEye } from '../../../ui/icons.tsx'

type CoveredPictureProps = {
  asset: ApprovalAsset & { picture: NonNullable<ApprovalAsset['picture']> }
  isShown: boolean
  /** It is part of a decision. */
  isMeant: boolean
  onShow: () => void
}

/** A picture that stays covered until an admin opens it: gray, and made of a tiny file, so its full bytes are not even loaded. */
export const CoveredPicture = ({
  asset: { name, picture },
  isShown,
  isMeant,
  onShow,
}: CoveredPictureProps) => (
  <figure className="grid min-w-0 content-start gap-1.5">
    <div
      className={`relative grid aspect-[10/7] place-items-center overflow-hidden rounded-1 bg-inset ${isMeant ? 'outline-2 outline-offset-2 outline-accent' : ''}`}
    >
      <img
        src={isShown ? picture.url : picture.blur}
        alt={isShown ? name : ''}
        width={picture.width}
        height={picture.height}
        className={`absolute inset-0 size-full ${isShown ? 'object-contain' : 'object-cover blur-lg grayscale'}`}
      />
      {!isShown && (
        <Button size="small" aria-label={`Show ${name}`} onClick={onShow} className="relative bg-bg/80">
          <IconEye />
          Show
        </Button>
      )}
    </div>
    <figcaption className="text-sm">{name}</figcaption>
  </figure>
)
