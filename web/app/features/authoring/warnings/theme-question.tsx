import {
  type Theme,
  type ThemeId,
  WARNING_NOTE_MAX,
} from '@nofiller/contract/content-limits/content-warnings'
import { countCharacters } from '@nofiller/contract/text/characters'
import { memo, useId } from 'react'
import { Checkbox, Field, FieldError, TextInput } from '../../../ui/form/field.tsx'
import { type Answer, type Answers, NONE } from './answers.ts'

const LEVELS = [
  { value: 'none', label: 'Not in it' },
  { value: 'mentioned', label: 'Mentioned' },
  { value: 'implied', label: 'Implied' },
  { value: 'shown', label: 'Shown' },
] as const

type ThemeQuestionProps = {
  theme: Theme
  /** Undefined without an answer. */
  answer: Answer | undefined
  problem: string | undefined
  onAnswer: (answers: Answers) => void
}

/** Asks how strong one theme is in the game and, if it is there, for details that buyers should know. */
export const ThemeQuestion = memo(({ theme, answer, problem, onAnswer }: ThemeQuestionProps) => {
  const id = useId()
  const change = (changes: Partial<Answer>) => onAnswer(changed(theme.id, { ...NONE, ...answer, ...changes }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand beside what it names
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      data-invalid={problem ? true : undefined}
      className="grid gap-3 px-4 py-3.5"
    >
      <div className="grid items-center gap-x-4 gap-y-2 three:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <p id={`${id}-label`} className="text-ui font-semibold">
            {theme.label}
          </p>
          <p id={`${id}-means`} className="text-sm text-faint">
            {theme.means}
          </p>
        </div>
        <Levels id={id} level={answer?.level} problem={problem} onChange={(level) => change({ level })} />
      </div>
      <FieldError id={`${id}-error`} error={problem} />
      {answer && answer.level !== 'none' && <Extent theme={theme} answer={answer} onChange={change} />}
    </div>
  )
})

const changed = (theme: ThemeId, answer: Answer): Answers => ({ [theme]: answer })

/** Themes in the game stand out from the others. */
const PRESENT = 'has-checked:bg-accent has-checked:text-on-accent'
const ABSENT =
  'has-checked:bg-text/15 has-checked:text-text has-checked:inset-ring-1 has-checked:inset-ring-edge'

type LevelsProps = {
  id: string
  level: Answer['level'] | undefined
  problem: string | undefined
  onChange: (level: Answer['level']) => void
}

/** Native radios in one row, so arrow keys and screen readers work. */
const Levels = ({ id, level, problem, onChange }: LevelsProps) => (
  <div
    role="radiogroup"
    aria-labelledby={`${id}-label`}
    aria-describedby={problem ? `${id}-means ${id}-error` : `${id}-means`}
    className="grid grid-cols-4 gap-0.5 rounded-2 border border-edge bg-inset p-[3px] three:flex"
  >
    {LEVELS.map(({ value, label }) => (
      <label
        key={value}
        className={`${value === 'none' ? ABSENT : PRESENT} grid min-h-8 cursor-pointer place-items-center rounded-[4px] px-1 text-center text-xs font-semibold whitespace-nowrap text-muted hover:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus phone:px-2.5 phone:text-sm max-phone:min-h-10`}
      >
        <input
          type="radio"
          name={id}
          value={value}
          checked={level === value}
          onChange={() => onChange(value)}
          className="sr-only"
        />
        {label}
      </label>
    ))}
  </div>
)

type ExtentProps = { theme: Theme; answer: Answer; onChange: (changes: Partial<Answer>) => void }

const Extent = ({ theme, answer, onChange }: ExtentProps) => (
  <div className="grid gap-2 rounded-2 bg-text/5 p-3">
    <div className="grid gap-x-4 phone:grid-cols-2">
      <Checkbox
        checked={answer.avoidable}
        hint="They are told beforehand and can skip it or switch it off."
        onChange={(event) => onChange({ avoidable: event.target.checked })}
      >
        Players can avoid it
      </Checkbox>
      <Checkbox
        checked={answer.spoiler}
        hint="The page shows it only to those who ask."
        onChange={(event) => onChange({ spoiler: event.target.checked })}
      >
        It is a spoiler
      </Checkbox>
    </div>
    <Field label={`Note on ${theme.label.toLowerCase()}`} trailing={<Left note={answer.note} />}>
      <TextInput
        size="small"
        value={answer.note}
        maxLength={WARNING_NOTE_MAX}
        autoComplete="off"
        placeholder="Optional: what a buyer should know"
        onChange={(event) => onChange({ note: event.target.value })}
      />
    </Field>
  </div>
)

const Left = ({ note }: { note: string }) => (
  <span className="text-sm text-faint tabular-nums">
    {countCharacters(note)}/{WARNING_NOTE_MAX}
  </span>
)
