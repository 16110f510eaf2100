import { isAllowedLink, isOwnPicture, LINK_REL, LINK_TARGET } from '@nofiller/contract/authoring/description'
import { isEmptyHtml } from '@nofiller/contract/authoring/game-rules'
import { type AnyExtension, type Editor, generateHTML, generateJSON, Mark, Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import StarterKit from '@tiptap/starter-kit'
import { cleanDescription } from '../../catalog/game/clean-description.ts'
import type { HeadingLevel } from './editor-props.ts'

/** The editor does not offer what a description cannot hold: a list starts at 1, a link has no title. */
function ownForm(extension: AnyExtension): AnyExtension {
  if (extension instanceof Node && extension.name === 'orderedList')
    return extension.extend({ addAttributes: () => ({}) })
  if (!(extension instanceof Mark && extension.name === 'link')) return extension
  return extension.extend({
    // Text typed after a link is not part of it.
    inclusive: false,
    addAttributes() {
      const { title: _, ...attributes } = this.parent?.() ?? {}
      return attributes
    },
  })
}

const allowedKit = (levels: readonly HeadingLevel[]) =>
  StarterKit.extend({
    addExtensions() {
      return (this.parent?.() ?? []).map(ownForm)
    },
  }).configure({
    code: false,
    codeBlock: false,
    strike: false,
    trailingNode: false,
    heading: { levels: [...levels] },
    dropcursor: { color: 'var(--accent)', width: 2 },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isAllowedLink,
      HTMLAttributes: { target: LINK_TARGET, rel: LINK_REL },
    },
  })

/** A picture of this store; pasted ones from other sites are dropped. */
const OwnPicture = Image.extend({
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  addInputRules: () => [],
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => (isOwnPicture(element.getAttribute('src') ?? '') ? null : false),
    },
  ],
}).configure({ inline: true })

/** The elements of the rich editor: those of a description except `div`, `span` and classes. */
export const richElements = (levels: readonly HeadingLevel[]) => [allowedKit(levels), OwnPicture]

const RICH_ELEMENTS = richElements([1, 2, 3])

/** The editor's content as HTML; empty when it shows nothing. */
export const htmlOf = (editor: Editor): string => described(editor.getHTML())

/** The part of any HTML that the rich editor keeps. */
export const toRich = (html: string): string =>
  described(generateHTML(generateJSON(cleanDescription(html), RICH_ELEMENTS), RICH_ELEMENTS))

const BLOCK_END = /(<\/(?:p|h[1-3]|ul|ol|li|blockquote)>|<hr>)(?=<)/g

/** A description's stored form: a line per block, so its source is readable, and nothing for an empty one. */
const described = (html: string): string => (isEmptyHtml(html) ? '' : html.replace(BLOCK_END, '$1\n'))
