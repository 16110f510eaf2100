import { savePath } from '@nofiller/contract/releases/save-path'
import { savePathWords } from '@nofiller/contract/releases/save-words'
import type { NextRelease } from '@nofiller/contract/releases/seller-game'
import type { ReleaseForm } from './release-form.ts'

/** What owners of some releases, one after the other, will read of their saves. */
export type Said = { from: string; to: string; words: string; isGood: boolean; offered: string[] }

/** As many older releases are looked at. */
const LOOKED_AT = 100
const THIS = 'this'

/** What owners of older releases will read of their saves once a form is live, the oldest first. */
export function savesSaid(
  releases: NextRelease['releases'],
  { label, saves, savesFrom }: Pick<ReleaseForm, 'label' | 'saves' | 'savesFrom'>,
): Said[] {
  const older = releases.slice(-LOOKED_AT)
  const own = {
    id: THIS,
    saves,
    savesFrom: saves === 'from' ? savesFrom : null,
    sameAs: null,
    isFetchable: true,
  }
  const all = [...older, own]
  const labels = new Map([...older.map((one) => [one.id, one.label] as const), [THIS, label]])
  const said: Said[] = []
  for (const { id, label: of } of older) {
    const path = savePath(all, id)
    const steps = path.kind === 'steps' ? path.steps.map((step) => ({ label: labels.get(step) ?? '' })) : []
    const words = savePathWords(path.kind, steps)
    const last = said.at(-1)
    if (last?.words === words) last.to = of
    else
      said.push({
        from: of,
        to: of,
        words,
        isGood: path.kind === 'works',
        offered: steps.slice(0, -1).map((step) => step.label),
      })
  }
  return said
}
