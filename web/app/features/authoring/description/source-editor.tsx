import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Annotation, Compartment, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconImage } from '../../../ui/icons.tsx'
import { type EditorProps, type PictureProps, textboxAttributes } from './editor-props.ts'
import { ownChanges } from './own-changes.ts'
import { sendPicture } from './send-picture.ts'
import { usePictures } from './use-pictures.tsx'

/** Marks a change that comes from the form, which must not be reported back. */
const fromForm = Annotation.define<true>()

/** Edits a description as HTML. The Tab key moves to the next field, like in any other. */
export default function SourceEditor({
  value,
  onChange,
  takesFocus,
  title,
  uploads,
  onUploads,
  ...field
}: EditorProps & PictureProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const attributes = useRef(new Compartment())
  const [own] = useState(() => ownChanges(value))
  const latest = useRef({ value, onChange, takesFocus, field })
  latest.current = { value, onChange, takesFocus, field }

  useEffect(() => {
    const made = new EditorView({
      parent: box.current ?? undefined,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          EXTENSIONS,
          attributes.current.of(EditorView.contentAttributes.of(textboxAttributes(latest.current.field))),
          EditorView.updateListener.of(({ docChanged, transactions, state }) => {
            const isOwn = transactions.some((transaction) => !transaction.annotation(fromForm))
            if (!docChanged || !isOwn) return
            const html = state.doc.toString()
            own.add(html)
            latest.current.onChange(html)
          }),
        ],
      }),
    })
    if (latest.current.takesFocus) made.focus()
    view.current = made
    return () => made.destroy()
  }, [own])

  useEffect(() => {
    if (!view.current || own.isOwn(value)) return
    view.current.dispatch({
      changes: { from: 0, to: view.current.state.doc.length, insert: value },
      annotations: fromForm.of(true),
    })
  }, [own, value])

  const { labelledBy, describedBy, isInvalid } = field
  useEffect(() => {
    const named = textboxAttributes({ labelledBy, describedBy, isInvalid })
    view.current?.dispatch({
      effects: attributes.current.reconfigure(EditorView.contentAttributes.of(named)),
    })
  }, [labelledBy, describedBy, isInvalid])

  const pictures = usePictures(onUploads, (files) => pictures.take(files, place))
  const place = async (file: File, signal: AbortSignal) => {
    const src = await sendPicture({ file, title, signal })
    if (view.current) insertAtCursor(view.current, `<img src="${src}" alt="">`)
  }

  return (
    <>
      <div className="flex flex-none border-b border-line bg-surface p-1.5">
        <Button kind="quiet" size="small" busy={uploads > 0} onClick={pictures.choose}>
          <IconImage className="size-3.5" />
          Picture
        </Button>
      </div>
      {pictures.shown}
      <div ref={box} className="min-h-0 flex-1" />
    </>
  )
}

/** After the selection, which stays. */
function insertAtCursor(view: EditorView, insert: string) {
  const from = view.state.selection.main.to
  view.dispatch({ changes: { from, insert }, selection: { anchor: from + insert.length } })
}

/** The colors are the page's tokens, so they follow its theme. */
const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', fontSize: '14px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontStretch: '82%', lineHeight: '24px' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 16px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--info) 30%, transparent)',
  },
  '.cm-placeholder': { color: 'var(--faint)' },
})

const COLORS = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--info)' },
  { tag: tags.attributeName, color: 'var(--go)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--faint)', fontStyle: 'italic' },
  { tag: [tags.character, tags.processingInstruction, tags.documentMeta], color: 'var(--muted)' },
  { tag: tags.invalid, color: 'var(--bad)' },
])

const EXTENSIONS = [
  history(),
  drawSelection(),
  keymap.of([...defaultKeymap, ...historyKeymap]),
  html(),
  syntaxHighlighting(COLORS),
  EditorView.lineWrapping,
  placeholder('<p>Four months on a survey ship, one very slow planet, and a crew of six.</p>'),
  LOOK,
]
