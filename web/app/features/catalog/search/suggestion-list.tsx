import { isEnoughToSuggest } from '@nofiller/contract/catalog/browsing'
import type { GameCard, Suggestions } from '@nofiller/contract/catalog/catalog'
import { gamePath } from '@nofiller/contract/catalog/paths'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { call } from '../../../api/client.ts'
import { IconTag, IconUser } from '../../../ui/icons.tsx'
import { GamePicture } from '../game-picture.tsx'

/** The catalog's suggestions for some words; a response for outdated words is dropped. */
export function useSuggestions(words: string, isEnabled: boolean): Suggestions | undefined {
  const isEnough = isEnoughToSuggest(words)
  const { data } = useQuery({
    queryKey: ['GET /api/games/suggest', words],
    queryFn: ({ signal }) => call('GET /api/games/suggest', { query: { q: words }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: isEnabled && isEnough,
  })
  return isEnough ? data : undefined
}

type Option = { group: string; address: string; label: ReactNode }

/** Suggestions as one list of options, in the order of their groups. */
export const optionsOf = (
  { games, tags, developers }: Suggestions,
  tagAddress: (tag: string) => string,
): Option[] => [
  ...games.map((game) => ({
    group: 'Games',
    address: gamePath(game.slug),
    label: <GameLabel game={game} />,
  })),
  ...tags.map((tag) => ({
    group: 'Tags',
    address: tagAddress(tag),
    label: <Labelled icon={<IconTag className="size-4 text-faint" />}>{tag}</Labelled>,
  })),
  ...developers.map(({ _id, username, displayName }) => ({
    group: 'Developers',
    address: `/dev/${_id}`,
    label: <Labelled icon={<IconUser className="size-4 text-faint" />}>{displayName ?? username}</Labelled>,
  })),
]

type SuggestionListProps = {
  ref: Ref<HTMLDivElement>
  id: string
  options: readonly Option[]
  optionId: (at: number) => string
  active: number
  onChosen: () => void
}

/** The list below the search field. Its options are links that the field's keys move through; the focus stays in the field. */
export function SuggestionList({ ref, id, options, optionId, active, onChosen }: SuggestionListProps) {
  const groups = [...new Set(options.map(({ group }) => group))]
  return (
    <div
      ref={ref}
      id={id}
      role="listbox"
      aria-label="Suggestions"
      tabIndex={-1}
      // A click does not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-[min(480px,60dvh)] overflow-y-auto overscroll-contain rounded-2 border border-line bg-raised p-1.5 shadow-pop"
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: options are grouped so by the combobox pattern
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div id={`${id}-${group}`} role="presentation" className="label px-2.5 pt-2 pb-1">
            {group}
          </div>
          {options.map((option, at) =>
            option.group === group ? (
              <Link
                key={option.address}
                id={optionId(at)}
                role="option"
                aria-selected={at === active}
                tabIndex={-1}
                to={option.address}
                onClick={onChosen}
                className="flex min-h-9 items-center gap-2.5 rounded-1 px-2.5 py-1 text-ui text-text no-underline hover:bg-text/8 aria-selected:bg-text/8 aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus max-phone:min-h-11"
              >
                {option.label}
              </Link>
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}

const Labelled = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <>
    {icon}
    <span className="truncate">{children}</span>
  </>
)

function GameLabel({ game }: { game: GameCard }) {
  return (
    <>
      <GamePicture game={game} sizes="50px" eager className="h-[35px] w-[50px] rounded-1" />
      <span className="grid min-w-0">
        <span translate="no" className="truncate font-600">
          {game.title}
        </span>
        <span className="truncate text-xs text-faint">{game.devName}</span>
      </span>
    </>
  )
}
