import { type Theme, WARNING_NOTE_MAX } from '@nofiller/contract/content-limits/content-warnings'
import { countCharacters } from '@nofiller/contract/text/characters'
import { useId } from 'react'
import { Checkbox, Field, TextInput } from '../../../ui/form/field.tsx'
import { type Answer, type Answers, levelLabel } from './answers.ts'

type ThemeDetailsProps = { theme: Theme; answer: Answer; onAnswer: (answers: Answers) => void }

/** What buyers should know about a theme that is in the game. */
export function ThemeDetails({ theme, answer, onAnswer }: ThemeDetailsProps) {
  const id = useId()
  const change = (changes: Partial<Answer>) => onAnswer({ [theme.id]: { ...answer, ...changes } })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand beside what it names
    <div role="group" aria-labelledby={id} className="grid gap-2 px-4 py-3.5">
      <p id={id} className="text-ui font-semibold">
        {theme.label} <span className="font-normal text-muted">{levelLabel(answer.level).toLowerCase()}</span>
      </p>
      <div className="grid gap-x-4 phone:grid-cols-2">
        <Checkbox
          checked={answer.avoidable}
          hint="They are told beforehand and can skip it or switch it off."
          onChange={(event) => change({ avoidable: event.target.checked })}
        >
          Players can avoid it
        </Checkbox>
        <Checkbox
          checked={answer.spoiler}
          hint="The page shows it only to those who ask."
          onChange={(event) => change({ spoiler: event.target.checked })}
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
          onChange={(event) => change({ note: event.target.value })}
        />
      </Field>
    </div>
  )
}

const Left = ({ note }: { note: string }) => (
  <span className="text-sm text-faint tabular-nums">
    {countCharacters(note)}/{WARNING_NOTE_MAX}
  </span>
)
