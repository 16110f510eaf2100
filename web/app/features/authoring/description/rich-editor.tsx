import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type EditorProps, type PictureProps, textboxAttributes } from './editor-props.ts'
import { LinkDialog } from './link-dialog.tsx'
import { ownChanges } from './own-changes.ts'
import { PictureText } from './picture-text.tsx'
import { PictureUploads, uploadPicture } from './picture-upload.ts'
import { htmlOf, richElements } from './rich-schema.ts'
import { Toolbar } from './toolbar.tsx'
import { usePictures } from './use-pictures.tsx'
import './rich-editor.css'

/** Edits a description as it will look. Opening it changes nothing: it reports only changes of the text. */
export default function RichEditor({
  value,
  onChange,
  title,
  onUploads,
  headings,
  ...field
}: EditorProps & PictureProps) {
  // As at first: the replaced element loses the focus when it is removed.
  const [takesFocus] = useState(field.takesFocus)
  const [isLinking, setLinking] = useState(false)
  const [extensions] = useState(() => [...richElements(headings), PictureUploads])
  const [own] = useState(() => ownChanges(value))
  const pictures = usePictures(onUploads, (files) => takeFiles(files, null))

  const editor = useEditor({
    // Not while rendering: if a slow browser renders before it commits, Tiptap has already destroyed the editor.
    immediatelyRender: false,
    extensions,
    content: value,
    injectCSS: false,
    editorProps: {
      attributes: { ...textboxAttributes(field), class: 'game-text max-w-none! min-h-full' },
      handlePaste: (_, event) => takeFiles(picturesOf(event.clipboardData), null),
      handleDrop: (view, event, _, isMove) => {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        return !isMove && takeFiles([...(event.dataTransfer?.files ?? [])], at?.pos ?? null)
      },
      handleKeyDown: (_, event) => {
        const isLinkKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
        if (isLinkKey) setLinking(true)
        return isLinkKey
      },
    },
    onUpdate: ({ editor: changed }) => {
      const html = htmlOf(changed)
      own.add(html)
      onChange(html)
    },
  })

  // Not by `autofocus`, which may run before the editor is in the page.
  useEffect(() => {
    if (takesFocus) editor?.commands.focus('end')
  }, [editor, takesFocus])

  useEffect(() => {
    if (!editor || own.isOwn(value)) return
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, own, value])

  /** Uploads files to where they were dropped, or to the selection. False when there are none. */
  const takeFiles = (files: readonly File[], dropped: number | null): boolean => {
    if (!editor) return false
    const at = dropped ?? editor.state.selection.from
    pictures.take(files, (file, signal) => uploadPicture(editor, { file, at, title, signal }))
    return files.length > 0
  }

  if (!editor) return null
  /** Returns the focus to the text, with the selection that the dialog's field had removed. */
  const closeLink = () => {
    flushSync(() => setLinking(false))
    editor.view.focus()
  }

  return (
    <>
      <Toolbar
        editor={editor}
        headings={headings}
        onLink={() => setLinking(true)}
        onPicture={pictures.choose}
      />
      {pictures.shown}
      <EditorContent
        editor={editor}
        className="min-h-0 flex-1 overflow-auto px-4 py-3 [--game-link:var(--info)]"
        // A click anywhere in the box sets the cursor, not only on the lines.
        onClick={(event) => event.target === event.currentTarget && editor.commands.focus('end')}
      />
      <PictureText editor={editor} />
      {isLinking && <LinkDialog editor={editor} onClose={closeLink} />}
    </>
  )
}

/** Pictures of a clipboard without other content: text from an office program includes a picture of itself. */
function picturesOf(clipboard: DataTransfer | null): File[] {
  return clipboard?.getData('text/plain') === '' ? [...clipboard.files] : []
}
