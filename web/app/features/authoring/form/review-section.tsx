import { STRONGEST_SCENE_MAX } from '@nofiller/contract/authoring/game-rules'
import { Checkbox, Field, Textarea } from '../../../ui/form/field.tsx'
import { Section } from './section.tsx'
import type { GameFormState } from './use-game-form.ts'

/** What reviewers of an explicit game need from its developer. A game can be sent without it; then we ask. */
export function ReviewSection({ form }: { form: GameFormState }) {
  const { draft, problems, change } = form
  if (draft.category !== 'NSFW') return null
  const missing = [
    ...(draft.statesAdults ? [] : ['your statement about ages']),
    ...(draft.strongestScene.trim() === '' ? ['how to reach the strongest scene'] : []),
  ]
  return (
    <Section form={form} id="review" title="For our review" hint="Buyers do not see it.">
      <Checkbox
        checked={draft.statesAdults}
        onChange={(event) => change({ statesAdults: event.target.checked })}
      >
        Everyone in a sexual scene is, and looks, 18 or older.
      </Checkbox>
      <Field
        label="How to reach the strongest scene"
        hint="A chapter, a choice, a save file in the archive: what gets us there fastest."
        error={problems.strongestScene}
      >
        <Textarea
          value={draft.strongestScene}
          maxLength={STRONGEST_SCENE_MAX}
          onChange={(event) => change({ strongestScene: event.target.value })}
        />
      </Field>
      <p role="status" className="text-sm text-muted">
        {missing.length === 0
          ? 'We have what we need.'
          : `Still missing: ${missing.join(' and ')}. Without it our answer takes longer.`}
      </p>
    </Section>
  )
}
