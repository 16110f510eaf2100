import { type Audience, WINDOW_TEXT } from '@nofiller/contract/releases/windows'
import { useId } from 'react'
import { currentTime } from '../../../ui/clock.ts'
import { FieldError, Select, TextInput } from '../../../ui/form/field.tsx'
import { showLocal } from '../local-time.ts'
import { TimeHint } from '../time-hint.tsx'
import { changedRows, choicesOf, type StepRow, stepField } from './step-rows.ts'

export const AUDIENCE_NAMES: Record<Audience, string> = {
  testers: 'Testers',
  supporters: 'Supporters',
  owners: 'Owners',
  everyone: 'Everyone',
}

type StepFieldsProps = {
  rows: readonly StepRow[]
  /** Of the game: without a price, everyone can own it. */
  isFree: boolean
  problems: Record<string, string>
  onChange: (rows: StepRow[]) => void
  /** How many an audience is; null where nobody can say. */
  peopleOf?: (audience: Audience) => number | null
}

/** Who gets a release when, each audience after the one before. */
export function StepFields({ rows, isFree, problems, onChange, peopleOf = () => null }: StepFieldsProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <ul className="divide-y divide-line rounded-2 border border-line bg-surface">
        {rows.map((row) => (
          <StepLine
            key={row.audience}
            row={row}
            choices={choicesOf(rows, row, isFree)}
            name={
              row.audience === 'everyone' && !isFree ? 'Everyone, the demo' : AUDIENCE_NAMES[row.audience]
            }
            people={peopleOf(row.audience)}
            problem={problems[stepField(row.audience)] ?? null}
            onChange={(change) => onChange(changedRows(rows, { audience: row.audience, ...change }))}
          />
        ))}
      </ul>
      <FieldError id={id} error={problems.steps} />
      <p className="text-sm text-faint">{WINDOW_TEXT.noMarks}</p>
    </div>
  )
}

type StepLineProps = {
  row: StepRow
  name: string
  choices: readonly StepRow['from'][]
  people: number | null
  problem: string | null
  onChange: (change: Partial<StepRow>) => void
}

function StepLine({ row, name, choices, people, problem, onChange }: StepLineProps) {
  const id = useId()
  const { from, at } = row
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5 px-3.5 py-2.5 leading-9 phone:grid-cols-[100px_minmax(0,1fr)_auto]">
      <b id={id} className="py-2 leading-5 font-semibold">
        {name}
      </b>
      <span className="text-sm/9 text-muted phone:order-last">{people}</span>
      <div className="grid justify-items-start gap-1.5 max-phone:col-span-full">
        <div className="flex w-full flex-wrap gap-2">
          {from === 'opened' && row.opensAt && (
            <span className="text-muted">Since {showLocal(row.opensAt, currentTime())}</span>
          )}
          {choices.length > 1 && (
            <Select
              size="small"
              className="w-auto!"
              aria-label={`When it opens: ${name}`}
              value={from}
              onChange={(event) => onChange({ from: choiceNamed(choices, event.target.value) })}
            >
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {CHOICES[choice]}
                </option>
              ))}
            </Select>
          )}
          {from === 'time' && (
            <TextInput
              type="datetime-local"
              size="small"
              className="max-w-56"
              aria-label={`Day and time: ${name}`}
              aria-invalid={problem !== null || undefined}
              aria-describedby={`${id}-hint ${id}-error`}
              value={at}
              onChange={(event) => onChange({ at: event.target.value })}
            />
          )}
        </div>
        {from === 'time' && (
          <p id={`${id}-hint`} className="text-sm text-faint">
            <TimeHint at={at} />
          </p>
        )}
        <FieldError id={`${id}-error`} error={problem} />
      </div>
    </li>
  )
}

const CHOICES: Record<StepRow['from'], string> = {
  opened: 'Open',
  now: 'Now',
  time: 'At a time',
  never: 'Not separately',
}

const choiceNamed = (choices: readonly StepRow['from'][], name: string): StepRow['from'] =>
  choices.find((choice) => choice === name) ?? 'time'
