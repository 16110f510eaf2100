import { ACCESS_TEXT } from '@nofiller/contract/catalog/visibility-rules'
import { LibraryLink, type PurchaseDialogProps, PurchaseFrame } from './purchase-frame.tsx'

/** For whom comes to buy or claim what its developer does not sell now. */
export const Paused = (props: PurchaseDialogProps) => (
  <PurchaseFrame
    {...props}
    title={ACCESS_TEXT.notForSale}
    library={<LibraryLink owned={props.owned} />}
    actions={null}
  >
    <p>Its developer may sell it again later. What you own stays in your library.</p>
  </PurchaseFrame>
)
