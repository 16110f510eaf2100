import type { Theme, ThemeId } from '@nofiller/contract/content-limits/content-warnings'
import { memo, useId } from 'react'
import { FieldError } from '../../../ui/form/field.tsx'
import { type Answer, type Answers, isIn, LEVELS, levelLabel, NONE } from './answers.ts'

type ThemeChipProps = {
  theme: Theme
  /** Undefined without an answer. */
  answer: Answer | undefined
  problem: string | undefined
  onAnswer: (answers: Answers) => void
}

/** How strong one theme is in the game: four radios that look like one button. None is chosen until somebody does. */
export const ThemeChip = memo(({ theme, answer, problem, onAnswer }: ThemeChipProps) => {
  const id = useId()
  const level = answer?.level
  const next = levelAfter(level)
  const change = (value: Answer['level']) =>
    onAnswer(answered(theme.id, { ...NONE, ...answer, level: value }))
  return (
    <div data-invalid={problem ? true : undefined} className="flex flex-col gap-1">
      <div
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={problem ? `${id}-means ${id}-error` : `${id}-means`}
        className={`relative flex-1 rounded-2 border outline-offset-2 outline-focus focus-within:has-focus-visible:outline-2 ${lookOf(level)}`}
      >
        {/* A click on the label chooses the next level. */}
        <label
          htmlFor={`${id}-${next}`}
          className="grid h-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-3.5 py-2.5 select-none"
        >
          <span id={`${id}-label`} className="text-ui/5 font-semibold">
            {theme.label}
          </span>
          <span
            className={`text-sm/5 whitespace-nowrap ${isIn(level) ? 'font-650 text-accent' : 'text-muted'}`}
          >
            {levelLabel(level)}
          </span>
          <span id={`${id}-means`} className="col-span-2 text-xs/4 text-faint">
            {theme.means}
          </span>
        </label>
        {LEVELS.map(({ value, label }) => (
          <input
            key={value}
            id={`${id}-${value}`}
            type="radio"
            name={id}
            value={value}
            aria-label={label}
            checked={level === value}
            onChange={() => change(value)}
            className="sr-only top-0 left-0"
          />
        ))}
      </div>
      <FieldError id={`${id}-error`} error={problem} />
    </div>
  )
})

/** Who presses an open theme wants to say that it is there. */
const levelAfter = (level: Answer['level'] | undefined): Answer['level'] => {
  const at = LEVELS.findIndex(({ value }) => value === (level ?? 'none'))
  return LEVELS[(at + 1) % LEVELS.length]?.value ?? 'none'
}

const answered = (theme: ThemeId, answer: Answer): Answers => ({ [theme]: answer })

/** Open themes are dashed, those in the game stand out. */
const lookOf = (level: Answer['level'] | undefined): string => {
  if (level === undefined) return 'border-dashed border-edge hover:border-text'
  return isIn(level) ? 'border-accent bg-surface' : 'border-line hover:border-edge'
}
