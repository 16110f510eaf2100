import type { Game } from '@nofiller/contract/catalog/catalog'
import { useAtPresent } from '../../../../ui/clock.ts'
import { showLocalMoment } from '../../../releases/local-time.ts'
import type { Goods, GoodsLine } from '../buying.ts'
import type { Ownership } from '../ownership.ts'
import { Fact } from './purchase-frame.tsx'
import { bringsVersion, makesSupporter, versionsFor } from './versions-for.ts'

type VersionFactProps = { game: Game; goods: Goods; lines: readonly GoodsLine[]; owned: Ownership }

/** Which version a buyer gets now, and which one later. */
export function VersionFact({ game, goods, lines, owned }: VersionFactProps) {
  const isSupporter = makesSupporter(game, lines, owned)
  const read = (now: Date) => versionsFor(game, isSupporter, now)
  const present = useAtPresent((now) => read(now).now ?? '')
  const nextLabel = useAtPresent((now) => read(now).next?.label ?? '')
  const nextTime = useAtPresent((now) => {
    const { next } = read(now)
    return next ? showLocalMoment(next.opensAt, now) : ''
  })
  if ((present === '' && nextLabel === '') || !bringsVersion(goods, isSupporter)) return null
  return (
    <Fact name="You get">
      <span aria-live="polite">
        {present && (
          <>
            <span translate="no">{present}</span> now
          </>
        )}
        {present && nextLabel && ', '}
        {nextLabel && (
          <>
            <span translate="no">{nextLabel}</span> from {nextTime}
          </>
        )}
      </span>
    </Fact>
  )
}
