import { type Editor, Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { sendPicture } from './send-picture.ts'

type Change = { add: { id: object; at: number; element: HTMLElement } } | { remove: object }
const key = new PluginKey<DecorationSet>('pictureUploads')

/** Tracks the positions of running picture uploads while the text around them changes. */
export const PictureUploads = Extension.create({
  name: 'pictureUploads',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, before) {
          const places = before.map(transaction.mapping, transaction.doc)
          const change: Change | undefined = transaction.getMeta(key)
          if (!change) return places
          if ('remove' in change) return places.remove(places.find(undefined, undefined, isOf(change.remove)))
          const { id, at, element } = change.add
          return places.add(transaction.doc, [Decoration.widget(at, element, { id })])
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

const isOf = (id: object) => (spec: { id?: object }) => spec.id === id

type PictureUpload = { file: File; at: number; title: string; signal: AbortSignal }

/**
 * Uploads a picture and inserts it where it was dropped, even if that position has moved.
 * @param upload.title the game's title, which names the folder of its pictures
 * @throws Error with a sentence
 */
export async function uploadPicture(editor: Editor, { at, ...upload }: PictureUpload): Promise<void> {
  const id = {}
  const element = placeholder(upload.file.name)
  change(editor, { add: { id, at, element } })
  try {
    const src = await sendPicture(upload, (share) => showProgress(element, share))
    if (!editor.isDestroyed) insert(editor, id, src)
  } catch (error) {
    if (!editor.isDestroyed) change(editor, { remove: id })
    throw error
  }
}

const change = (editor: Editor, meta: Change) => editor.view.dispatch(editor.state.tr.setMeta(key, meta))

/** If the text around it was deleted meanwhile, the picture is deleted too. */
function insert(editor: Editor, id: object, src: string) {
  const { state, schema } = editor
  const [place] = key.getState(state)?.find(undefined, undefined, isOf(id)) ?? []
  const picture = schema.nodes.image?.create({ src })
  if (!place || !picture) return
  const transaction = state.tr.replaceWith(place.from, place.from, picture).setMeta(key, { remove: id })
  editor.view.dispatch(transaction)
}

function placeholder(name: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'picture-placeholder'
  element.contentEditable = 'false'
  element.setAttribute('role', 'progressbar')
  element.setAttribute('aria-label', `Uploading ${name}`)
  showProgress(element, 0)
  return element
}

function showProgress(element: HTMLElement, share: number) {
  const percent = Math.round(100 * share)
  element.setAttribute('aria-valuenow', String(percent))
  element.style.setProperty('--share', `${percent}%`)
  element.textContent = `${element.getAttribute('aria-label')} · ${percent}%`
}
