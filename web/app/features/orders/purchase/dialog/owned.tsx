import { ButtonLink } from '../../../../ui/button.tsx'
import { IconCheck } from '../../../../ui/icons.tsx'
import { showDay } from '../../../../ui/when.ts'
import { IncludedFiles } from '../included-files.tsx'
import type { Ownership } from '../ownership.ts'
import { type PurchaseDialogProps, PurchaseFrame } from './purchase-frame.tsx'

/** For owners of the goods, and the game's developer. */
export function Owned(props: PurchaseDialogProps & { email: string }) {
  const { game, owned, email } = props
  return (
    <PurchaseFrame
      {...props}
      title="Download"
      actions={
        owned.isOwn ? (
          <ButtonLink to={`/create-game/${game._id}`} kind="primary">
            Edit
          </ButtonLink>
        ) : (
          <ButtonLink to="/library" kind="primary">
            Open Library
          </ButtonLink>
        )
      }
    >
      <p className="-mt-2 flex items-start gap-2 text-sm text-muted">
        <IconCheck className="mt-0.5 size-4 text-go" />
        <span>
          {ownershipText(owned)} · {email}
        </span>
      </p>
      <IncludedFiles {...props} access="download" />
    </PurchaseFrame>
  )
}

const ownershipText = ({ isOwn, since }: Ownership): string => {
  if (isOwn) return 'Your own game'
  return since ? `In your library since ${showDay(since)}` : 'In your library'
}
