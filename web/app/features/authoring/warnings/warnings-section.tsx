import type { ThemeId } from '@nofiller/contract/content-limits/content-warnings'
import { useRef } from 'react'
import { useStore } from '../../../shell/store-info.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Section } from '../form/section.tsx'
import type { GameFormState } from '../form/use-game-form.ts'
import { isIn, themesAsked, withoutOpen } from './answers.ts'
import { ThemeChip } from './theme-chip.tsx'
import { ThemeDetails } from './theme-details.tsx'

type WarningsSectionProps = {
  form: GameFormState
  /** Weaker answers that no admin has reviewed yet. */
  waiting: readonly { theme: ThemeId; label: string }[]
}

/** The game's content warnings, theme by theme. Themes can stay unanswered. */
export function WarningsSection({ form, waiting }: WarningsSectionProps) {
  const { forbiddenThemes } = useStore()
  const answers = form.draft.contentWarnings
  const themes = themesAsked(forbiddenThemes, answers)
  const contained = themes.flatMap((theme) => {
    const answer = answers[theme.id]
    return answer && isIn(answer.level) ? [{ theme, answer }] : []
  })
  const open = themes.filter(({ id }) => answers[id] === undefined)
  const status = useRef<HTMLParagraphElement>(null)
  const fill = () => {
    form.answerThemes(withoutOpen(open, {}))
    status.current?.focus() // the button disappears
  }
  return (
    <Section
      form={form}
      id="content-warnings"
      title="Content warnings"
      hint="Buyers see them on the game’s page."
    >
      <p className="text-sm text-muted">
        Tell buyers what is in the game, whether or not every player sees it: press a theme until it says how
        strong it is, or use the arrow keys. <b>Mentioned</b>: only talked about, or in the past.{' '}
        <b>Implied</b>: off-screen, or only its aftermath. <b>Shown</b>: seen or played. If you remove or
        weaken a warning on a public game, we review the change first.
      </p>
      {waiting.length > 0 && (
        <Note>
          You weakened the warning for {listOf(waiting.map(({ label }) => label))}. Until we’ve reviewed the
          change, the game’s page warns as before.
        </Note>
      )}
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p ref={status} tabIndex={-1} role="status" className="text-ui font-semibold focus:outline-none">
          {open.length === 0
            ? `All ${themes.length} questions are answered.`
            : `${open.length} of ${themes.length} questions are unanswered.`}
        </p>
        {open.length > 0 && (
          <Button size="small" onClick={fill}>
            {open.length === themes.length ? 'None of these in my game' : 'None of the others in my game'}
          </Button>
        )}
      </div>
      <div className="grid gap-2 phone:grid-cols-2">
        {themes.map((theme) => (
          <ThemeChip
            key={theme.id}
            theme={theme}
            answer={answers[theme.id]}
            problem={form.problems[`contentWarnings.${theme.id}`]}
            onAnswer={form.answerThemes}
          />
        ))}
      </div>
      {contained.length > 0 && (
        <Panel flush>
          <div className="divide-y divide-line">
            {contained.map(({ theme, answer }) => (
              <ThemeDetails key={theme.id} theme={theme} answer={answer} onAnswer={form.answerThemes} />
            ))}
          </div>
        </Panel>
      )}
    </Section>
  )
}

const listOf = (labels: readonly string[]): string => new Intl.ListFormat('en').format(labels)
