import { THEMES, type Theme } from '@nofiller/contract/content-limits/content-warnings'
import {
  LIMIT_LABELS,
  LIMIT_LEVELS,
  type LimitLevel,
  type Limits,
} from '@nofiller/contract/content-limits/limit-rules'
import { useId } from 'react'

type Levels = Limits['levels']

/** The limit of each theme, as four radios that look like one button. */
export function ThemeLimits({ levels, onChange }: { levels: Levels; onChange: (levels: Levels) => void }) {
  return (
    <section aria-labelledby="themes" className="mt-8 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 id="themes" className="text-md/6 font-650">
          Themes
        </h2>
        <p className="text-sm text-faint">
          Press a theme to change its limit. On a keyboard, use the arrow keys to change it and Tab to move to
          the next.
        </p>
      </div>
      <div className="grid grid-cols-2 gap-2 phone:gap-3 bar:grid-cols-4">
        {THEMES.map((theme) => (
          <ThemeLimit
            key={theme.id}
            theme={theme}
            level={levels[theme.id]}
            onChange={(level) => onChange({ ...levels, [theme.id]: level })}
          />
        ))}
      </div>
      <Legend />
    </section>
  )
}

type ThemeLimitProps = { theme: Theme; level: LimitLevel; onChange: (level: LimitLevel) => void }

function ThemeLimit({ theme, level, onChange }: ThemeLimitProps) {
  const id = useId()
  const next = (level + 1) % LIMIT_LEVELS.length
  return (
    <div
      role="radiogroup"
      aria-label={theme.label}
      title={theme.means}
      className={`relative rounded-2 border outline-offset-2 outline-focus focus-within:has-focus-visible:outline-2 ${level === 0 ? 'border-line hover:border-edge' : 'border-edge bg-surface'}`}
    >
      {/* A click on the label chooses the next level. */}
      <label
        htmlFor={`${id}-${next}`}
        className="grid h-full min-h-16 cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 px-3 py-2.5 select-none phone:gap-x-3 phone:px-3.5"
      >
        <span className="grid gap-x-3">
          <span className="text-ui/5 font-semibold phone:text-base/[22px]">{theme.label}</span>
          <span className={`text-xs/4 phone:text-sm/[18px] ${level === 0 ? 'text-faint' : ''}`}>
            {LIMIT_LABELS[level]}
          </span>
        </span>
        <Bars level={level} className="w-1 phone:w-1.5 h-5" />
      </label>
      {LIMIT_LEVELS.map((each) => (
        <input
          key={each}
          id={`${id}-${each}`}
          type="radio"
          name={theme.id}
          aria-label={LIMIT_LABELS[each]}
          checked={each === level}
          onChange={() => onChange(each)}
          className="sr-only top-0 left-0"
        />
      ))}
    </div>
  )
}

const Legend = () => (
  <ul aria-hidden="true" className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm text-muted">
    {LIMIT_LEVELS.map((level) => (
      <li key={level} className="flex items-center gap-2">
        <Bars level={level} className="h-3 w-1" />
        {LIMIT_LABELS[level]}
      </li>
    ))}
  </ul>
)

/** One bar for each hidden level, of three. */
const Bars = ({ level, className }: { level: LimitLevel; className: string }) => (
  <span aria-hidden="true" className="inline-flex gap-[3px]">
    {[1, 2, 3].map((bar) => (
      <i key={bar} className={`rounded-[2px] ${className} ${bar <= level ? 'bg-accent' : 'bg-text/16'}`} />
    ))}
  </span>
)
