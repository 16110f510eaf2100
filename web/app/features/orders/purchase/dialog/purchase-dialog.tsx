import { useSession } from '../../../../session/session.ts'
import type { Goods } from '../buying.ts'
import { type Ownership, ownsFile } from '../ownership.ts'
import { Free } from './free.tsx'
import { Owned } from './owned.tsx'
import { Paused } from './paused.tsx'
import type { PurchaseDialogProps } from './purchase-frame.tsx'
import { SignedOut } from './signed-out.tsx'
import { Unpaid } from './unpaid.tsx'

/** Buying, claiming or downloading a game or one of its extras (requirements 6.17). */
export default function PurchaseDialog(props: PurchaseDialogProps) {
  const session = useSession()
  const { game, goods, owned } = props
  if (game.notForSale && !isOwned(goods, owned)) return <Paused {...props} />
  if (session.state !== 'signed-in') return <SignedOut {...props} isChecking={session.state === 'checking'} />
  const { email } = session.user
  if (goods.mode === 'extra') {
    const files = goods.files.filter((file) => !ownsFile(owned, file))
    if (files.length > 0) return <Unpaid {...props} goods={{ mode: 'extra', files }} email={email} />
    return <Owned {...props} email={email} />
  }
  if (owned.base) return <Owned {...props} email={email} />
  return game.isFree ? <Free {...props} email={email} /> : <Unpaid {...props} email={email} />
}

const isOwned = (goods: Goods, owned: Ownership): boolean =>
  goods.mode === 'base' ? owned.base : goods.files.every((file) => ownsFile(owned, file))
