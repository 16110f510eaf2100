import type { Game } from '@nofiller/contract/catalog/catalog'
import { WindowTime } from './window-time.tsx'

/** The releases that buyers do not get yet, among the facts of a game: who has them, and who gets them when. */
export default function Coming({ coming }: Pick<Game, 'coming'>) {
  return coming.map(({ label, steps }) => (
    <div key={label} className="contents has-[time:empty]:hidden">
      <dt className="text-muted">
        Next, <span translate="no">{label}</span>
      </dt>
      <dd>
        <WindowTime steps={steps} />
      </dd>
    </div>
  ))
}
