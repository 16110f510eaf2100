import { TITLE_MAX } from '@nofiller/contract/authoring/game-rules'
import {
  CONTENT_CATEGORIES,
  PROJECT_TYPES,
  projectTypeLabel,
  STAGES,
  stageLabel,
} from '@nofiller/contract/catalog/game-kinds'
import { ChoicePair } from '../../../ui/form/choice-pair.tsx'
import { Field, Select, TextInput } from '../../../ui/form/field.tsx'
import { DescriptionField } from '../description/description-field.tsx'
import { Section } from './section.tsx'
import { TagInput } from './tag-input.tsx'
import type { GameFormState } from './use-game-form.ts'

/** The game's basics: title, type, stage, content and tags. */
export function BasicsSection({ form }: { form: GameFormState }) {
  const { draft, problems, change } = form
  return (
    <Section form={form} id="basics" title="Basics">
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

/** The description, as the game's page shows it. */
export function DescriptionSection({ form }: { form: GameFormState }) {
  const { draft, problems, change } = form
  return (
    <Section form={form} id="description" title="Description">
      <DescriptionField
        value={draft.description}
        onChange={(description) => change({ description })}
        error={problems.description}
        title={draft.title}
        uploads={form.descriptionUploads}
        onUploads={form.setDescriptionUploads}
      />
    </Section>
  )
}
