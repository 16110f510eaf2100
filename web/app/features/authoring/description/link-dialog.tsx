import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '../../../ui/browser/composing.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { linkAddress } from './link-address.ts'

/** Asks for the address of the selected text. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [before] = useState<string>(() => editor.getAttributes('link').href ?? '')
  const [typed, setTyped] = useState(before)
  const [problem, setProblem] = useState<string | null>(null)

  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])

  const save = () => {
    const href = linkAddress(typed)
    if (href === null) return setProblem('Use an address like https://example.com or name@example.com')
    setLink(editor, href)
    onClose()
  }
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  // A form inside the game's form is not possible.
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    save()
  }

  return (
    <Dialog
      title={before ? 'Edit link' : 'Add link'}
      width="small"
      onClose={onClose}
      footer={
        <>
          {before && (
            <Button kind="quiet" onClick={remove}>
              Remove link
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={save}>
            {before ? 'Save link' : 'Add link'}
          </Button>
        </>
      }
    >
      <Field
        label="Address"
        hint="A web address or an email address. Links open in a new tab."
        error={problem}
      >
        <TextInput
          value={typed}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          ref={input}
          onKeyDown={pressed}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(null)
          }}
        />
      </Field>
    </Dialog>
  )
}

/** Without a selection, the address itself becomes the text. */
function setLink(editor: Editor, href: string) {
  const hasText = !editor.state.selection.empty || editor.isActive('link')
  if (hasText) editor.chain().extendMarkRange('link').setLink({ href }).run()
  else
    editor.commands.insertContent({
      type: 'text',
      text: href.replace(/^mailto:/, ''),
      marks: [{ type: 'link', attrs: { href } }],
    })
}
