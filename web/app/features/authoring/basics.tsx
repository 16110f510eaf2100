import {
  CONTENT_CATEGORIES,
  DESCRIPTION_MAX,
  PROJECT_TYPES,
  projectTypeLabel,
  STAGES,
  stageLabel,
  TITLE_MAX,
} from '@nofiller/contract/game-rules'
import { ChoicePair, Field, Select, Textarea, TextInput } from '../../ui/field.tsx'
import { Section } from './section.tsx'
import { TagInput } from './tag-input.tsx'
import type { GameFormState } from './use-game-form.ts'

/** What the game is: title, type, stage, content and tags. */
export function BasicsSection({ form }: { form: GameFormState }) {
  const { draft, problems, change } = form
  return (
    <Section title="Basics">
      <Field label="Title" error={problems.title}>
        <TextInput
          value={draft.title}
          maxLength={TITLE_MAX}
          autoComplete="off"
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <div className="grid gap-4 phone:grid-cols-2">
        <Field label="Project type" error={problems.projectType}>
          <Select value={draft.projectType} onChange={(event) => change({ projectType: event.target.value })}>
            <option value="">Select a type</option>
            {PROJECT_TYPES.map((type) => (
              <option key={type} value={type}>
                {projectTypeLabel(type)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Stage" error={problems.stage}>
          <Select value={draft.stage} onChange={(event) => change({ stage: event.target.value })}>
            <option value="">Select a stage</option>
            {STAGES.map((stage) => (
              <option key={stage} value={stage}>
                {stageLabel(stage)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div data-invalid={problems.category ? true : undefined}>
        <ChoicePair
          legend="Category"
          name="category"
          options={CONTENT_CATEGORIES.map((value) => ({ value, label: value }))}
          value={CONTENT_CATEGORIES.find((value) => value === draft.category) ?? ''}
          onChange={(category) => change({ category })}
          error={problems.category}
        />
      </div>
      <TagInput tags={draft.tags} error={problems.tags ?? null} onChange={(tags) => change({ tags })} />
    </Section>
  )
}

/** The description, as the HTML that the game's page shows. */
export function DescriptionSection({ form }: { form: GameFormState }) {
  const { draft, problems, change } = form
  return (
    <Section title="Description">
      <Field
        label="Description"
        hint="HTML. Allowed tags: b, i, em, strong, u, br, p, h1, h2, h3, ul, ol, li, img, a, blockquote, div, span, hr. Anything else is removed."
        error={problems.description}
      >
        <Textarea
          className="mono min-h-72 text-[14px]! leading-6"
          spellCheck
          maxLength={DESCRIPTION_MAX}
          placeholder="<p>Four months on a survey ship, one very slow planet, and a crew of six.</p>"
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
    </Section>
  )
}
