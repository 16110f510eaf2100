import type { ContentWarnings } from '@nofiller/contract/authoring/warning-answers'
import { plural } from '@nofiller/contract/text/digits'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { IconChevronDown } from '../../../ui/icons.tsx'

type Warning = ContentWarnings['contains'][number]

/** A game's content warnings by its developer: the strongest first, spoilers only on request. */
export function GameWarnings({ warnings }: { warnings: ContentWarnings }) {
  const { contains, absent, unknown } = warnings
  const answered = contains.length + absent.length
  if (answered === 0)
    return <p className="text-sm text-muted">The developer hasn’t filled in content warnings yet.</p>
  return (
    <section className="grid gap-2">
      <h2 className="text-base/5 font-bold">Contains</h2>
      {contains.length > 0 && <Chips warnings={contains} />}
      {contains.length === 0 && (
        <p className="text-sm text-muted">
          {unknown.length === 0
            ? `None of the ${answered} themes we ask about.`
            : 'None of the themes the developer has answered for.'}
        </p>
      )}
      {unknown.length > 0 && <NotStated themes={unknown} total={answered + unknown.length} />}
    </section>
  )
}

function Chips({ warnings }: { warnings: readonly Warning[] }) {
  const id = useId()
  const [openTheme, setOpenTheme] = useState<Warning['theme'] | null>(null)
  const [isSpoiled, setSpoiled] = useState(false)
  const spoilers = warnings.filter(({ spoiler }) => spoiler)
  const shown = [...warnings.filter(({ spoiler }) => !spoiler), ...(isSpoiled ? spoilers : [])]
  const open = shown.find(({ theme }) => theme === openTheme)
  const avoidable = shown.filter((warning) => warning.avoidable)
  const chip = (warning: Warning) => (
    <li key={warning.theme} className="flex">
      <Chip
        warning={warning}
        noteId={id}
        isOpen={warning === open}
        onPress={() => setOpenTheme(warning === open ? null : warning.theme)}
      />
    </li>
  )
  return (
    <>
      <ul className="flex flex-wrap gap-1.5">
        {warnings.filter(({ spoiler }) => !spoiler).map(chip)}
        {spoilers.length > 0 && (
          <li className="flex">
            <button
              type="button"
              aria-expanded={isSpoiled}
              onClick={() => setSpoiled(!isSpoiled)}
              className={`${CHIP} cursor-pointer border-dashed border-edge font-semibold hover:border-text max-phone:min-h-10`}
            >
              {`${isSpoiled ? 'Hide' : 'Show'} ${plural(spoilers.length, 'spoiler')}`}
            </button>
          </li>
        )}
        {isSpoiled && spoilers.map(chip)}
      </ul>
      <div id={id} className="empty:hidden">
        {open && (
          <p className="border-l-2 border-[var(--game-link,var(--accent))] py-0.5 pl-3 text-sm wrap-anywhere text-muted">
            <b className="font-650 text-text">
              {open.label}, {open.level}.
            </b>{' '}
            {open.note}
          </p>
        )}
      </div>
      <p className="text-sm text-muted">
        {avoidable.length > 0 && `Can be avoided: ${avoidable.map(({ label }) => label).join(', ')}. `}
        <Link to="/limits" className="underline underline-offset-3 hover:decoration-2">
          Set your limits
        </Link>
      </p>
    </>
  )
}

const CHIP = 'inline-flex min-h-7 items-center gap-1.5 rounded-1 border px-2 py-0.5 text-left text-xs'

type ChipProps = { warning: Warning; noteId: string; isOpen: boolean; onPress: () => void }

/** A theme and how strong it is in the game. If it has a note, a click shows it. */
function Chip({ warning: { label, level, note }, noteId, isOpen, onPress }: ChipProps) {
  const words = (
    <span>
      <span className="font-semibold">{label}:</span> <span className="text-muted">{level}</span>
    </span>
  )
  if (note === null) return <span className={`${CHIP} border-line`}>{words}</span>
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={noteId}
      onClick={onPress}
      className={`${CHIP} group/chip cursor-pointer border-edge hover:border-text aria-expanded:border-text aria-expanded:inset-ring-1 aria-expanded:inset-ring-text max-phone:min-h-10`}
    >
      {words}
      <IconChevronDown className="size-3 group-aria-expanded/chip:rotate-180" />
    </button>
  )
}

const NotStated = ({ themes, total }: { themes: ContentWarnings['unknown']; total: number }) => (
  <details className="group/unknown text-sm text-muted">
    <summary className="flex cursor-pointer list-none items-center gap-1 max-phone:min-h-6">
      <span className="underline decoration-1 underline-offset-3">
        {themes.length} of {total} themes not stated
      </span>
      <IconChevronDown className="size-3 group-open/unknown:rotate-180" />
    </summary>
    <p className="mt-1">{themes.map(({ label }) => label).join(', ')}.</p>
  </details>
)
