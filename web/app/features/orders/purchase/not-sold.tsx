import type { Game } from '@nofiller/contract/catalog/catalog'
import { ACCESS_TEXT } from '@nofiller/contract/catalog/visibility-rules'
import type { ReactNode } from 'react'
import NotYet from '../../releases/not-yet.tsx'

type NotSoldProps = {
  game: Pick<Game, 'availableFrom' | 'notForSale'>
  /** What can be had meanwhile. */
  demo: ReactNode
  children: ReactNode
}

/** In place of the buttons of a game that nobody can buy or claim now: why; and the buttons from when its time has come. */
export default function NotSold({ game: { availableFrom, notForSale }, demo, children }: NotSoldProps) {
  if (!notForSale && availableFrom)
    return (
      <NotYet from={availableFrom} demo={demo}>
        {children}
      </NotYet>
    )
  return (
    <>
      <p className="rounded-2 border border-line bg-text/7 px-4 py-3 text-center text-md/6 font-650">
        {ACCESS_TEXT.notForSale}
      </p>
      {demo}
    </>
  )
}
