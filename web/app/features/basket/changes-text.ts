import type { BasketItem } from '@nofiller/contract/basket/basket'
import type { GoodState } from '@nofiller/contract/basket/basket-rules'
import { plural } from '@nofiller/contract/text/digits'

/** An item's name where the game is not named beside it. */
export const nameOf = ({ fileName, title }: BasketItem): string => fileName ?? title ?? 'One item'

/** Whether an item is settled by *Update basket*. One that is coming or paused waits for its time. */
export const isChanged = ({ state }: BasketItem): boolean =>
  state !== 'unchanged' && state !== 'coming' && state !== 'paused'

/** The changes in a basket since its items were added: a heading, and a sentence for each kind of change. */
export function changesText(items: readonly BasketItem[]): { heading: string; text: string } | null {
  const changed = items.filter(isChanged)
  if (changed.length === 0) return null
  const sentences = SENTENCES.flatMap(([state, one, many]) => {
    const names = changed.filter((item) => item.state === state).map(nameOf)
    return names.length === 0 ? [] : [`${listOf(names)} ${names.length === 1 ? one : many}.`]
  })
  const owned = changed.filter(({ state }) => state === 'owned').map(nameOf)
  if (owned.length > 0) sentences.push(`You already own ${listOf(owned)}.`)
  const heading =
    changed.length === 1
      ? 'One thing changed since you added it.'
      : `${NUMBERS[changed.length] ?? changed.length} things changed since you added them.`
  return { heading, text: sentences.join(' ') }
}

const SENTENCES: readonly [state: GoodState, one: string, many: string][] = [
  ['dearer', 'costs more now', 'cost more now'],
  ['cheaper', 'costs less now', 'cost less now'],
  ['free', 'is free now', 'are free now'],
  ['withdrawn', 'is no longer sold', 'are no longer sold'],
]

const NUMBERS: Record<number, string> = {
  2: 'Two',
  3: 'Three',
  4: 'Four',
  5: 'Five',
  6: 'Six',
  7: 'Seven',
  8: 'Eight',
  9: 'Nine',
}

const NAMED = 3

/** A list that names some and counts the rest. */
function listOf(names: readonly string[]): string {
  const more = names.length - NAMED
  const rest = plural(more, 'other')
  return new Intl.ListFormat('en').format(more > 0 ? [...names.slice(0, NAMED), rest] : names)
}
