import { joinTags, splitTags } from '@nofiller/contract/authoring/tag-list'
import { showFacetCount } from '@nofiller/contract/catalog/browsing'
import { SECTIONS } from '@nofiller/contract/catalog/sections'
import { comparedText } from '@nofiller/contract/text/compared-text'
import { useState } from 'react'
import { useUser } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/form/field.tsx'
import { IconCheck, IconMinus } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useSuggestions } from '../search/suggestion-list.tsx'
import type { CountedFacets } from './browse.ts'
import { type Change, type Filters, type TagState, tagState, toggleTag } from './filters.ts'
import { useSavedExclusions } from './saved-exclusions.ts'

const SaveExclusions = lazyPart(() => import('./save-exclusions.tsx'))

const TAGS_AT_FIRST = 8
/** The options before the frequent tags are known. */
const USUAL_TAGS = SECTIONS.map((section) => section.toLowerCase())

type TagFilterProps = {
  filters: Filters
  counted: CountedFacets
  onChange: (change: Change) => void
}

/** Tags to include or exclude, by a button each. */
export function TagFilter({ filters, counted, onChange }: TagFilterProps) {
  const [words, setWords] = useState('')
  const [isExpanded, setExpanded] = useState(false)
  const user = useUser()
  const saved = useSavedExclusions()
  const excluded = splitTags(filters.exclude)
  const isSaved = joinTags(excluded.toSorted()) === joinTags(saved.toSorted())
  const all = useTags(filters, counted)
  const matching = useMatchingTags(words, all)
  const first = all.filter((tag, at) => at < TAGS_AT_FIRST || tagState(filters, tag) !== 'off')
  const shown = matching ?? (isExpanded ? all : first)
  const counts = counted.facets?.tags
  const countOf = new Map(counts?.map(({ value, count }) => [comparedText(value), count]))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand beside its field
    <div role="group" aria-label="Tags" className="grid gap-0.5">
      <span aria-hidden="true" className="mb-1 text-ui font-semibold">
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
      <p className="flex flex-wrap items-center gap-x-3 py-1 text-xs text-faint noscript:hidden">
        <span className="flex items-center gap-1">
          <IconCheck className="size-3 stroke-3" /> only these
        </span>
        <span className="flex items-center gap-1">
          <IconMinus className="size-3 stroke-3" /> without these
        </span>
      </p>
      {/* As high as its first tags, however few are found. */}
      <div className="grid min-h-[270px] content-start gap-0.5 max-phone:min-h-[334px] noscript:hidden">
        {shown.map((tag, at) => {
          const state = tagState(filters, tag)
          return (
            <TagRow
              // Rows stay in place when the counted tags replace the usual ones.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={at}
              tag={tag}
              state={state}
              // Choosing a chosen value leaves the shown games, or none.
              count={counts && state === 'off' ? (countOf.get(comparedText(tag)) ?? 0) : undefined}
              onPress={(next) => onChange(toggleTag(filters, tag, next))}
            />
          )
        })}
        {matching?.length === 0 && <p className="py-1.5 text-sm text-faint">No such tag.</p>}
      </div>
      {matching === null && !isExpanded && all.length > first.length && (
        <Button
          kind="quiet"
          size="small"
          className="-ml-3 justify-self-start"
          onClick={() => setExpanded(true)}
        >
          Show {all.length - first.length} more
        </Button>
      )}
      {user && !isSaved && <SaveExclusions tags={excluded} />}
    </div>
  )
}

/**
 * The selectable tags: the most frequent among the games that the other filters leave, and the selected ones.
 * They keep their order while tags are selected, so a second click hits the same tag.
 */
function useTags(
  { tag, exclude, sort: _sort, ...others }: Filters,
  { facets, isOld }: CountedFacets,
): string[] {
  const [shown, setShown] = useState({ subject: '', tags: USUAL_TAGS })
  const subject = isOld ? shown.subject : JSON.stringify([others, facets !== undefined])
  const now = facets?.tags.map(({ value }) => value) ?? USUAL_TAGS
  const before = shown.subject === subject ? shown.tags : []
  const tags = unique([...before, ...(isOld ? [] : now), ...splitTags(tag), ...splitTags(exclude)])
  if (shown.subject !== subject || tags.length !== shown.tags.length) setShown({ subject, tags })
  return tags
}

/** Of tags that read alike the first. */
function unique(tags: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const tag of tags) if (!seen.has(comparedText(tag))) seen.set(comparedText(tag), tag)
  return [...seen.values()]
}

/** The tags that match the typed text: among those listed, and suggestions of the catalog; null without text. */
function useMatchingTags(words: string, tags: readonly string[]): string[] | null {
  const text = comparedText(words.trim())
  const suggestions = useSuggestions(useDebounced(text, 300), text !== '')
  if (text === '') return null
  const suggested = suggestions?.tags ?? []
  return unique([...tags, ...suggested]).filter((tag) => comparedText(tag).includes(text))
}

type TagRowProps = {
  tag: string
  state: TagState
  count: number | undefined
  onPress: (state: 'included' | 'excluded') => void
}

function TagRow({ tag, state, count, onPress }: TagRowProps) {
  const games = count === undefined ? '' : `, ${showFacetCount(count)} ${count === 1 ? 'game' : 'games'}`
  return (
    <div className="flex min-h-8 items-center gap-1 text-ui max-phone:min-h-10">
      <button
        type="button"
        title={`Only ${tag}`}
        aria-pressed={state === 'included'}
        onClick={() => onPress('included')}
        className="group flex min-w-0 flex-1 cursor-pointer items-center gap-2.5 self-stretch text-left"
      >
        <span
          className={`grid size-5 flex-none place-items-center rounded-1 border-[1.5px] ${state === 'included' ? 'border-accent bg-accent text-on-accent' : 'border-edge bg-inset group-hover:border-muted'}`}
        >
          {state === 'included' && <IconCheck className="size-3.5 stroke-3" />}
        </span>
        <span className={`truncate ${state === 'excluded' ? 'line-through decoration-bad' : ''}`}>
          <span className="sr-only">Only </span>
          {tag}
          <span className="sr-only">{games}</span>
        </span>
        <span aria-hidden="true" className="ml-auto min-w-9 flex-none text-right text-sm text-faint">
          {count !== undefined && showFacetCount(count)}
        </span>
      </button>
      <button
        type="button"
        title={`Without ${tag}`}
        aria-label={`Without ${tag}`}
        aria-pressed={state === 'excluded'}
        onClick={() => onPress('excluded')}
        className="grid size-8 flex-none cursor-pointer place-items-center rounded-1 text-faint hover:text-text aria-pressed:text-bad max-phone:size-10"
      >
        <span
          className={`grid size-5 place-items-center rounded-1 border-[1.5px] ${state === 'excluded' ? 'border-bad' : 'border-transparent'}`}
        >
          <IconMinus className="size-3.5 stroke-3" />
        </span>
      </button>
    </div>
  )
}
