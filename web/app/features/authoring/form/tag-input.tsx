import {
  cleanTags,
  GAME_TEXT,
  TAG_LENGTH_MAX,
  TAG_SEPARATOR,
  TAGS_MAX,
} from '@nofiller/contract/authoring/game-rules'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { isComposing } from '../../../ui/browser/composing.ts'
import { Field, useFieldWiring } from '../../../ui/form/field.tsx'
import { RemovableTag } from './removable-tag.tsx'

type TagInputProps = {
  tags: readonly string[]
  error: string | null
  onChange: (tags: string[]) => void
}

/** Tags as chips; Enter or a comma adds one, Backspace in the empty field removes the last one. */
export function TagInput({ tags, error, onChange }: TagInputProps) {
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)

  const add = (typed: string) => {
    const next = cleanTags([...tags, typed])
    setText('')
    setRefusal(next.length > TAGS_MAX ? GAME_TEXT.tagsMax : null)
    if (next.length > tags.length) onChange(next.slice(0, TAGS_MAX))
  }
  const keyed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '' && tags.length > 0) {
      setRefusal(null)
      onChange(tags.slice(0, -1))
    }
  }

  /** A comma adds the text before it, unless an input method is composing. */
  const typed = (value: string, isOver: boolean) =>
    isOver && TAG_SEPARATOR.test(value) ? add(value) : setText(value)

  const remove = (tag: string) => {
    setRefusal(null)
    onChange(tags.filter((each) => each !== tag))
  }

  return (
    <Field
      label="Tags"
      trailing={
        <span className="text-sm text-faint">
          {tags.length}/{TAGS_MAX}
        </span>
      }
      hint={`Press Enter or comma to add. Up to ${TAG_LENGTH_MAX} characters each.`}
      error={refusal ?? error}
    >
      <div className={BOX}>
        {tags.length > 0 && (
          <ul aria-label="Added" className="contents">
            {tags.map((tag) => (
              <li key={tag} className="max-w-full">
                <RemovableTag label={tag} onRemove={() => remove(tag)} />
              </li>
            ))}
          </ul>
        )}
        <TagText
          placeholder="Add a tag"
          autoComplete="off"
          value={text}
          onKeyDown={keyed}
          onBlur={() => text.trim() !== '' && add(text)}
          onChange={(event) => typed(event.target.value, !isComposing(event))}
          onCompositionEnd={({ currentTarget }) => typed(currentTarget.value, true)}
        />
      </div>
    </Field>
  )
}

/** Looks like a text field and contains the chips too. */
const BOX =
  'flex min-h-11 flex-wrap items-center gap-1.5 rounded-2 border border-edge bg-inset p-2 max-phone:p-1 hover:border-muted has-[input:focus]:outline-2 has-[input:focus]:outline-focus has-aria-invalid:border-bad has-aria-invalid:inset-ring-1 has-aria-invalid:inset-ring-bad'

const TagText = (props: ComponentProps<'input'>) => (
  <input
    type="text"
    {...useFieldWiring()}
    {...props}
    className="min-h-7 min-w-30 flex-1 bg-transparent px-1 max-phone:min-h-10 max-phone:px-2 max-phone:text-md outline-none! placeholder:text-faint"
  />
)
