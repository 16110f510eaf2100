import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type EditorProps, type PictureProps, textboxAttributes } from './editor-props.ts'
import { LinkDialog } from './link-dialog.tsx'
import { ownChanges } from './own-changes.ts'
import { PictureText } from './picture-text.tsx'
import { PictureUploads, uploadPicture } from './picture-upload.ts'
import { htmlOf, RICH_ELEMENTS } from './rich-schema.ts'
import { Toolbar } from './toolbar.tsx'
import { usePictures } from './use-pictures.tsx'
import './rich-editor.css'

const EXTENSIONS = [...RICH_ELEMENTS, PictureUploads]

/** Edits a description as it will look. Opening it changes nothing: it speaks up at the first change of the text. */
export default function RichEditor({
  value,
  onChange,
  title,
  onUploads,
  ...field
}: EditorProps & PictureProps) {
  // As it was at first: what stood here loses the focus as it goes.
  const [takesFocus] = useState(field.takesFocus)
  const [isLinking, setLinking] = useState(false)
  const [own] = useState(() => ownChanges(value))
  const pictures = usePictures(onUploads, (files) => takeFiles(files, null))

  const editor = useEditor({
    // Not while rendering: what is rendered before a slow browser commits it, Tiptap has thrown away again by then.
    immediatelyRender: false,
    extensions: EXTENSIONS,
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

  // Not by `autofocus`, whose time can come before the editor is in the page.
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
  /** The text takes the keys again, and its selection, which the dialog's field had taken away. */
  const closeLink = () => {
    flushSync(() => setLinking(false))
    editor.view.focus()
  }

  return (
    <>
      <Toolbar editor={editor} onLink={() => setLinking(true)} onPicture={pictures.choose} />
      {pictures.shown}
      <EditorContent
        editor={editor}
        className="min-h-0 flex-1 overflow-auto px-4 py-3 [--game-link:var(--info)]"
        // The whole box takes the cursor, not only the lines that are written.
        onClick={(event) => event.target === event.currentTarget && editor.commands.focus('end')}
      />
      <PictureText editor={editor} />
      {isLinking && <LinkDialog editor={editor} onClose={closeLink} />}
    </>
  )
}

/** Pictures of a clipboard that holds nothing else: text from an office program brings a picture of itself along. */
function picturesOf(clipboard: DataTransfer | null): File[] {
  return clipboard?.getData('text/plain') === '' ? [...clipboard.files] : []
}
