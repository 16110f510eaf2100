import { cleanTags, GAME_TEXT, TAG_LENGTH_MAX, TAGS_MAX } from '@nofiller/contract/game-rules'
import { type KeyboardEvent, useState } from 'react'
import { Field, TextInput } from '../../ui/field.tsx'
import { RemovableTag } from '../../ui/tag.tsx'

type TagInputProps = {
  tags: readonly string[]
  error: string | null
  onChange: (tags: string[]) => void
}

/** Tags as chips; Enter or a comma adds one, Backspace in the empty field takes the last one back. */
export function TagInput({ tags, error, onChange }: TagInputProps) {
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)

  const add = (typed: string) => {
    const wanted = cleanTags([...tags, ...typed.split(',')])
    setText('')
    setRefusal(wanted.length > TAGS_MAX ? GAME_TEXT.tagsMax : null)
    if (wanted.length > tags.length) onChange(wanted.slice(0, TAGS_MAX))
  }
  const keyed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '' && tags.length > 0) {
      setRefusal(null)
      onChange(tags.slice(0, -1))
    }
  }

  return (
    <div className="grid gap-2">
      <Field
        label="Tags"
        aside={
          <span className="text-sm text-faint">
            {tags.length}/{TAGS_MAX}
          </span>
        }
        hint={`Press Enter or comma to add. Up to ${TAG_LENGTH_MAX} characters each.`}
        error={refusal ?? error}
      >
        <TextInput
          placeholder="Add a tag"
          autoComplete="off"
          value={text}
          onKeyDown={keyed}
          onBlur={() => text.trim() !== '' && add(text)}
          onChange={(event) =>
            event.target.value.includes(',') ? add(event.target.value) : setText(event.target.value)
          }
        />
      </Field>
      {tags.length > 0 && (
        <ul aria-label="Added" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <RemovableTag
                label={tag}
                onRemove={() => {
                  setRefusal(null)
                  onChange(tags.filter((each) => each !== tag))
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
