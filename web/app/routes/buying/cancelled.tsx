import { MessagePage } from '../../shell/message-page.tsx'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { IconX } from '../../ui/icons.tsx'

export const meta = titled('Payment cancelled')

/** Where the payment provider sends a buyer who cancelled. */
export default function Cancelled() {
  return (
    <MessagePage
      title="Payment cancelled."
      icon={<IconX />}
      action={
        <>
          <ButtonLink to="/orders" kind="primary">
            My Orders
          </ButtonLink>
          <ButtonLink to="/">Browse games</ButtonLink>
        </>
      }
    >
      Nothing was charged. The game is still available.
    </MessagePage>
  )
}
