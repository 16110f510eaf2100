import type { Game } from '@nofiller/contract/catalog/catalog'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Field, Select, TextInput } from '../../../ui/form/field.tsx'

const VISIBILITIES = ['private', 'unlisted', 'public'] as const
const PERMISSIONS = ['dev-only', 'team', 'beta-testers'] as const

type Metadata = {
  slug: string
  gameId: string
  visibility: (typeof VISIBILITIES)[number]
  permissions: (typeof PERMISSIONS)[number]
}

const metadataOf = (game: Game | null): Metadata => ({
  slug: game?.slug ?? '',
  gameId: game?._id ?? '',
  visibility: game?.status === 'published' ? 'public' : 'private',
  permissions: 'dev-only',
})

/** A placeholder, as the documents demand: it logs the entered data, says so, and sends nothing (requirements 5.7). */
export function MetadataForm({ game }: { game: Game | null }) {
  const [metadata, setMetadata] = useState(() => metadataOf(game))
  const [isSaved, setSaved] = useState(false)
  const change = (changes: Partial<Metadata>) => {
    setMetadata((before) => ({ ...before, ...changes }))
    setSaved(false)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    // biome-ignore lint/suspicious/noConsole: what the documents ask for
    console.log('Metadata', metadata)
    setSaved(true)
  }
  return (
    <form onSubmit={save} className="grid max-w-140 gap-5">
      {/* Always present: screen readers announce only changes in a region that they already know. */}
      <div role="status" className="empty:-mb-5">
        {isSaved && (
          <Note kind="go" role="none">
            Metadata saved (placeholder)
          </Note>
        )}
      </div>
      <p className="text-muted">
        These fields have no effect yet. <i>Publish</i> and <i>Unpublish</i> on the first tab decide who can
        see the game.
      </p>
      <Field label="Game URL slug">
        <TextInput
          value={metadata.slug}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ slug: event.target.value })}
        />
      </Field>
      <Field label="Game ID">
        <TextInput
          value={metadata.gameId}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ gameId: event.target.value })}
        />
      </Field>
      <div className="grid gap-5 phone:grid-cols-2 phone:gap-4">
        <Choice
          label="Visibility"
          options={VISIBILITIES}
          value={metadata.visibility}
          onChange={(visibility) => change({ visibility })}
        />
        <Choice
          label="Permissions"
          options={PERMISSIONS}
          value={metadata.permissions}
          onChange={(permissions) => change({ permissions })}
        />
      </div>
      <Button kind="primary" type="submit" className="justify-self-start">
        Save metadata
      </Button>
    </form>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  options: readonly Value[]
  value: Value
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const choose = (chosen: string) => {
    const option = options.find((each) => each === chosen)
    if (option) onChange(option)
  }
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => choose(event.target.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </Select>
    </Field>
  )
}
