import { showCount } from '@nofiller/contract/browsing'
import { SECTIONS } from '@nofiller/contract/sections'
import { joinTags, splitTags } from '@nofiller/contract/tag-list'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { IconCheck, IconMinus } from '../../ui/icons.tsx'
import { useRested } from '../../ui/rested.ts'
import type { CountedFacets } from './browse.ts'
import { type Change, cycleTag, type Filters, type TagState, tagState } from './filters.ts'
import { useKeptExclusions } from './kept-exclusions.ts'
import { useSuggestions } from './suggestion-list.tsx'

const TAGS_AT_FIRST = 8
/** What is offered before the frequent tags are known. */
const USUAL_TAGS = SECTIONS.map((section) => section.toLowerCase())

type TagFilterProps = {
  filters: Filters
  counted: CountedFacets
  onChange: (change: Change) => void
}

/** Tags to include or to leave out; each press takes a tag one step on: off, included, excluded. */
export function TagFilter({ filters, counted, onChange }: TagFilterProps) {
  const [words, setWords] = useState('')
  const [isWhole, setWhole] = useState(false)
  const all = useTags(filters, counted)
  const found = useFound(words, all)
  const first = all.filter((tag, at) => at < TAGS_AT_FIRST || tagState(filters, tag) !== 'off')
  const shown = found ?? (isWhole ? all : first)
  const counts = counted.facets?.tags
  const countOf = new Map(counts?.map(({ value, count }) => [value.toLowerCase(), count]))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand beside its field
    <div role="group" aria-label="Tags" className="grid gap-0.5">
      <span aria-hidden="true" className="mb-1 text-[14px]/5 font-semibold">
        Tags
      </span>
      <TextInput
        aria-label="Find a tag"
        name="tag" // without scripts one more tag is typed here
        autoComplete="off"
        size="small"
        placeholder="Find a tag"
        value={words}
        maxLength={40}
        onChange={(event) => setWords(event.target.value)}
      />
      <p className="py-1 text-xs text-faint noscript:hidden">Press once to include, twice to leave out.</p>
      {/* As high as its first tags, however few are found. */}
      <div className="grid min-h-[270px] content-start gap-0.5 max-phone:min-h-[334px] noscript:hidden">
        {shown.map((tag, at) => {
          const state = tagState(filters, tag)
          return (
            <TagRow
              // Rows stay where they are when the counted tags take the place of the usual ones.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={at}
              tag={tag}
              state={state}
              // What is chosen already leaves what is shown, or nothing.
              count={counts && state === 'off' ? (countOf.get(tag.toLowerCase()) ?? 0) : undefined}
              onPress={() => onChange(cycleTag(filters, tag))}
            />
          )
        })}
        {found?.length === 0 && <p className="py-1.5 text-sm text-faint">No such tag.</p>}
      </div>
      {found === null && !isWhole && all.length > first.length && (
        <Button kind="quiet" size="small" className="-ml-3 justify-self-start" onClick={() => setWhole(true)}>
          Show {all.length - first.length} more
        </Button>
      )}
      <KeepExclusions exclude={filters.exclude} />
    </div>
  )
}

/**
 * The tags to choose from: the most frequent among the games that the other filters leave, and those that are chosen.
 * They keep their order while tags are chosen, so that a second press meets the same tag.
 */
function useTags(
  { tag, exclude, sort: _sort, ...others }: Filters,
  { facets, isOld }: CountedFacets,
): string[] {
  const [kept, setKept] = useState({ subject: '', tags: USUAL_TAGS })
  const subject = isOld ? kept.subject : JSON.stringify([others, facets !== undefined])
  const now = facets?.tags.map(({ value }) => value) ?? USUAL_TAGS
  const before = kept.subject === subject ? kept.tags : []
  const tags = unique([...before, ...(isOld ? [] : now), ...splitTags(tag), ...splitTags(exclude)])
  if (kept.subject !== subject || tags.length !== kept.tags.length) setKept({ subject, tags })
  return tags
}

/** Each tag once, whatever its case. */
function unique(tags: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const tag of tags) if (!seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag)
  return [...seen.values()]
}

/** The tags that some words find: among those at hand, and those that the catalogue suggests; null without words. */
function useFound(words: string, tags: readonly string[]): string[] | null {
  const wanted = words.trim().toLowerCase()
  const rested = useRested(wanted, 300)
  const suggestions = useSuggestions(rested, wanted !== '')
  if (wanted === '') return null
  const suggested = suggestions?.tags ?? []
  return unique([...tags, ...suggested]).filter((tag) => tag.toLowerCase().includes(wanted))
}

const STATES: Record<TagState, { says: string; next: string; look: string }> = {
  off: { says: '', next: 'Include', look: 'border-edge bg-inset group-hover:border-muted' },
  included: { says: ' included', next: 'Exclude', look: 'border-accent bg-accent text-on-accent' },
  excluded: { says: ' excluded', next: 'Clear', look: 'border-bad bg-inset text-bad' },
}

type TagRowProps = { tag: string; state: TagState; count: number | undefined; onPress: () => void }

function TagRow({ tag, state, count, onPress }: TagRowProps) {
  const { says, next, look } = STATES[state]
  const games = count === undefined ? '' : ` ${showCount(count)} ${count === 1 ? 'game' : 'games'}`
  return (
    <button
      type="button"
      title={next}
      onClick={onPress}
      className="group flex min-h-8 cursor-pointer items-center gap-2.5 text-left text-[14px]/5 max-phone:min-h-10"
    >
      <span className={`grid size-5 flex-none place-items-center rounded-1 border-[1.5px] ${look}`}>
        {state === 'included' && <IconCheck className="size-3.5 stroke-3" />}
        {state === 'excluded' && <IconMinus className="size-3.5 stroke-3" />}
      </span>
      <span className={`truncate ${state === 'excluded' ? 'line-through decoration-bad' : ''}`}>{tag}</span>
      <span className="sr-only">{`${says}${games}. ${next}`}</span>
      <span aria-hidden="true" className="ml-auto min-w-9 flex-none text-right text-sm text-faint">
        {count !== undefined && showCount(count)}
      </span>
    </button>
  )
}

/** Keeps what is left out now in the account, for every later visit. */
function KeepExclusions({ exclude }: { exclude: string | undefined }) {
  const { kept, keep } = useKeptExclusions()
  const now = splitTags(exclude)
  const isKept = joinTags([...now].sort()) === joinTags([...kept].sort())
  if (!keep || isKept) return null
  return (
    <Button size="small" className="mt-2 justify-self-start" onClick={() => void keep(now)}>
      {now.length > 0 ? 'Keep these exclusions' : 'Stop keeping exclusions'}
    </Button>
  )
}
