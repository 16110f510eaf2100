import { titled } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { IconX } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { Container } from '../../ui/page.tsx'

export const meta = titled('Payment cancelled')

/** Where the payment provider sends a buyer who gave up. */
export default function Cancelled() {
  return (
    <Container className="pt-14 pb-24 phone:pt-18">
      <Empty
        heading="h1"
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
      </Empty>
    </Container>
  )
}
