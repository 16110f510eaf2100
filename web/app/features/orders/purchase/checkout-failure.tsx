import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import type { Checkout, Remedy } from './checkout.ts'

/** Why no invoice opened in another tab, with the next step. */
export function CheckoutFailure({ checkout, onAgain }: { checkout: Checkout; onAgain: () => void }) {
  const navigate = useNavigate()
  if (checkout.state === 'blocked')
    return (
      <Note
        kind="bad"
        className="basis-full!"
        action={
          <ButtonLink
            to={checkout.payUrl}
            target="_blank"
            rel="noopener"
            size="small"
            onClick={() => navigate('/orders')}
          >
            Open invoice
          </ButtonLink>
        }
      >
        Could not open the invoice page.
      </Note>
    )
  if (checkout.state !== 'failed') return null
  return (
    <Note
      kind="bad"
      className="basis-full!"
      action={<RemedyButton remedy={checkout.remedy} onAgain={onAgain} />}
    >
      {checkout.message}
    </Note>
  )
}

function RemedyButton({ remedy, onAgain }: { remedy: Remedy; onAgain: () => void }) {
  if (remedy === null) return null
  const press = remedy === 'again' ? onAgain : () => window.location.reload()
  return (
    <Button size="small" onClick={press}>
      {remedy === 'again' ? 'Try again' : 'Reload'}
    </Button>
  )
}
