import { Button } from '../../../ui/button.tsx'
import { IncludedFiles } from '../included-files.tsx'
import {
  Fact,
  Facts,
  LibraryLink,
  type PurchaseDialogProps,
  PurchaseFrame,
  Total,
} from './purchase-frame.tsx'

/** For who does not have a free game yet. */
export function Free(props: PurchaseDialogProps & { email: string }) {
  const { owned, email, claiming } = props
  return (
    <PurchaseFrame
      {...props}
      title="Download"
      amount={<Total price={0} />}
      library={<LibraryLink owned={owned} />}
      actions={
        <Button kind="primary" data-first-focus busy={claiming.state === 'claiming'} onClick={claiming.claim}>
          Get for free
        </Button>
      }
    >
      <Facts>
        <Fact name="Logged in as">{email}</Fact>
      </Facts>
      <IncludedFiles {...props} access="download" />
    </PurchaseFrame>
  )
}
