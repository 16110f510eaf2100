import { RELEASE_LIMITS } from '@nofiller/contract/releases/release-rules'
import type { NextRelease } from '@nofiller/contract/releases/seller-game'
import { countCharacters } from '@nofiller/contract/text/characters'
import { useDeferredValue, useMemo, useState } from 'react'
import { Field, Select, Textarea, TextInput } from '../../../ui/form/field.tsx'
import { RadioList } from '../../../ui/form/radio-list.tsx'
import { DescriptionField } from '../../authoring/description/description-field.tsx'
import type { ReleaseForm } from './release-form.ts'
import { ReleaseSection } from './release-section.tsx'
import { type Said, savesSaid } from './saves-said.ts'

/** What a release says can be edited later too, so these parts know only its words. */
export type Words = Pick<
  ReleaseForm,
  'label' | 'summary' | 'notes' | 'knownProblems' | 'saves' | 'savesFrom' | 'savesNote'
>

type WordsProps = {
  words: Words
  problems: Record<string, string>
  change: (changes: Partial<Words>) => void
}

/** What is new, in one sentence and in full, and what does not work yet. */
export function ReleaseNotes({ words, problems, change, title }: WordsProps & { title: string }) {
  const [uploads, setUploads] = useState(0)
  return (
    <ReleaseSection title="Notes">
      <Field
        label="Summary"
        hint="Goes into library, feed and email."
        error={problems.summary ?? null}
        trailing={
          <span className="text-sm text-faint">
            {countCharacters(words.summary)} of {RELEASE_LIMITS.summary}
          </span>
        }
      >
        <Textarea
          size="small"
          maxLength={RELEASE_LIMITS.summary}
          value={words.summary}
          onChange={(event) => change({ summary: event.target.value.replaceAll(/\s*\n\s*/g, ' ') })}
        />
      </Field>
      <DescriptionField
        label="Notes"
        max={RELEASE_LIMITS.notes}
        headings={[2, 3]}
        height="h-72 min-h-48"
        value={words.notes}
        onChange={(notes) => change({ notes })}
        error={problems.notes}
        title={title}
        uploads={uploads}
        onUploads={setUploads}
      />
      <Field label="Known problems" error={problems.knownProblems ?? null}>
        <Textarea
          size="small"
          maxLength={RELEASE_LIMITS.knownProblems}
          value={words.knownProblems}
          onChange={(event) => change({ knownProblems: event.target.value })}
        />
      </Field>
    </ReleaseSection>
  )
}

type SavesProps = WordsProps & {
  /** The releases before, the oldest first. */
  earlier: NextRelease['releases']
}

/** Which saves it loads, and what owners of older releases will read of that (VE5). */
export function ReleaseSaves({ words, problems, change, earlier }: SavesProps) {
  const choose = (saves: Words['saves']) =>
    change({
      saves,
      ...(saves === 'from' && words.savesFrom === '' && { savesFrom: earlier.at(-1)?.id ?? '' }),
    })
  return (
    <ReleaseSection title="Saves" hint="Every owner sees what it means for the version they have.">
      <RadioList
        legend="Saves"
        value={words.saves}
        onChange={choose}
        error={problems.savesFrom ?? null}
        options={[
          { value: 'all', label: 'Old saves work', hint: 'From every version' },
          ...(earlier.length > 0
            ? [
                {
                  value: 'from' as const,
                  label: 'Saves work from a version on',
                  fields: (
                    <Select
                      size="small"
                      aria-label="The oldest version whose saves work"
                      translate="no"
                      className="max-w-52"
                      value={words.savesFrom}
                      onChange={(event) => change({ savesFrom: event.target.value })}
                    >
                      {earlier.toReversed().map(({ id, label }) => (
                        <option key={id} value={id}>
                          {label}
                        </option>
                      ))}
                    </Select>
                  ),
                },
              ]
            : []),
          { value: 'none', label: 'Old saves do not work', hint: 'Players begin anew' },
          { value: 'unknown', label: 'I don’t know', hint: 'Shown as “The developer hasn’t said”' },
        ]}
      />
      <SavesSaid words={words} earlier={earlier} />
      <Field
        label="Note on saves"
        error={problems.savesNote ?? null}
        trailing={<span className="text-sm text-faint">optional</span>}
      >
        <TextInput
          maxLength={RELEASE_LIMITS.savesNote}
          autoComplete="off"
          value={words.savesNote}
          onChange={(event) => change({ savesNote: event.target.value })}
        />
      </Field>
    </ReleaseSection>
  )
}

/** The sentences that owners of older releases will read. */
function SavesSaid({ words, earlier }: Pick<SavesProps, 'words' | 'earlier'>) {
  const label = useDeferredValue(words.label || 'this one')
  const { saves, savesFrom } = words
  const said = useMemo(
    () => savesSaid(earlier, { label, saves, savesFrom }),
    [earlier, label, saves, savesFrom],
  )
  const notable = said.filter(({ isGood }) => !isGood)
  const shown = notable.length > 0 ? notable : said
  if (shown.length === 0) return null
  return (
    <ul aria-live="polite" className="grid gap-1.5 rounded-2 border border-line bg-inset px-4 py-3 text-ui">
      {shown.map((one) => (
        <li key={`${one.from} ${one.words}`}>
          <b className="font-semibold">{playersOf(one, said.length === 1)}</b> read: “{one.words}”
          {one.offered.length > 0 && ` We offer them ${one.offered.join(' and ')}.`}
        </li>
      ))}
    </ul>
  )
}

function playersOf({ from, to }: Said, isEverybody: boolean): string {
  if (isEverybody) return 'Players on every version'
  return from === to ? `Players on ${from}` : `Players on ${from} to ${to}`
}
