import { ALT_TEXT_MAX } from '@nofiller/contract/authoring/game-rules'
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { Field, TextInput } from '../../../ui/form/field.tsx'

/** The alternative text of the selected picture. */
export function PictureText({ editor }: { editor: Editor }) {
  const alt = useEditorState({
    editor,
    selector: (state) => selectedPicture(state.editor)?.attrs.alt ?? null,
  })
  if (alt === null) return null
  return (
    <div className="flex-none border-t border-line bg-surface px-3 py-2">
      <Field label="Alternative text" hint="What the image shows, for people who cannot see it.">
        <TextInput
          size="small"
          value={alt}
          maxLength={ALT_TEXT_MAX}
          autoComplete="off"
          onChange={(event) => setAlt(editor, event.target.value)}
        />
      </Field>
    </div>
  )
}

function selectedPicture({ state: { selection } }: Editor) {
  return selection instanceof NodeSelection && selection.node.type.name === 'image' ? selection.node : null
}

/** Changes only the attribute, so the picture stays selected. */
const setAlt = (editor: Editor, alt: string) =>
  editor.view.dispatch(editor.state.tr.setNodeAttribute(editor.state.selection.from, 'alt', alt))
