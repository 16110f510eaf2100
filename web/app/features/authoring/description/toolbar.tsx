import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { buttonClass } from '../../../ui/button.tsx'
import { Icon, IconImage } from '../../../ui/icons.tsx'
import type { HeadingLevel } from './editor-props.ts'

type Tool = {
  name: string
  icon: ReactNode
  /** As `Mod+B`, where Mod is the system's shortcut key. */
  keys?: string
  isOn?: (editor: Editor) => boolean
  use: (editor: Editor) => void
}

type ToolbarProps = {
  editor: Editor
  headings: readonly HeadingLevel[]
  onLink: () => void
  onPicture: () => void
}

/** Formatting of the selection: one Tab stop, arrow keys within it, Escape back to the text. */
export function Toolbar({ editor, headings, onLink, onPicture }: ToolbarProps) {
  const [current, setCurrent] = useState(0)
  const element = useRef<HTMLDivElement>(null)
  const groups = toolGroups(headings, onLink, onPicture)
  const tools = groups.flat()
  const on = useEditorState({ editor, selector: (state) => tools.map((tool) => tool.isOn?.(state.editor)) })

  const moved = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return void editor.commands.focus()
    const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: tools.length - 1 }[
      event.key
    ]
    if (next === undefined) return
    event.preventDefault()
    const at = (next + tools.length) % tools.length
    setCurrent(at)
    element.current?.querySelectorAll('button')[at]?.focus()
  }
  const used = (tool: Tool) => (event: MouseEvent) => {
    tool.use(editor)
    const isByPointer = event.detail > 0
    if (isByPointer && tool.isOn) editor.commands.focus()
  }

  return (
    <div
      ref={element}
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={moved}
      className="flex flex-none flex-wrap items-center gap-0.5 border-b border-line bg-surface p-1.5"
    >
      {groups.map((group, at) => (
        <div key={group[0]?.name} className="flex gap-0.5">
          {at > 0 && <span className="mx-1 w-px bg-line max-phone:hidden" />}
          {group.map((tool) => {
            const index = tools.indexOf(tool)
            return (
              <button
                key={tool.name}
                type="button"
                aria-label={tool.name}
                aria-pressed={tool.isOn && on[index]}
                aria-keyshortcuts={tool.keys?.replace('Mod', IS_MAC ? 'Meta' : 'Control')}
                title={
                  tool.keys ? `${tool.name} (${tool.keys.replace('Mod', IS_MAC ? '⌘' : 'Ctrl')})` : tool.name
                }
                tabIndex={index === current ? 0 : -1}
                onFocus={() => setCurrent(index)}
                // The selection stays.
                onMouseDown={(event) => event.preventDefault()}
                onClick={used(tool)}
                className={buttonClass({
                  kind: 'quiet',
                  size: 'small',
                  square: true,
                  className: 'aria-pressed:bg-text/12 aria-pressed:text-text',
                })}
              >
                {tool.icon}
              </button>
            )
          })}
        </div>
      ))}
    </div>
  )
}

const IS_MAC = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

const heading = (level: HeadingLevel): Tool => ({
  name: `Heading ${level}`,
  icon: <Icon name={`heading-${level}`} />,
  keys: `Mod+Alt+${level}`,
  isOn: (editor) => editor.isActive('heading', { level }),
  use: (editor) => editor.commands.toggleHeading({ level }),
})

const toolGroups = (
  headings: readonly HeadingLevel[],
  onLink: () => void,
  onPicture: () => void,
): Tool[][] => [
  [
    {
      name: 'Bold',
      icon: <Icon name="bold" />,
      keys: 'Mod+B',
      isOn: (editor) => editor.isActive('bold'),
      use: (editor) => editor.commands.toggleBold(),
    },
    {
      name: 'Italic',
      icon: <Icon name="italic" />,
      keys: 'Mod+I',
      isOn: (editor) => editor.isActive('italic'),
      use: (editor) => editor.commands.toggleItalic(),
    },
    {
      name: 'Underline',
      icon: <Icon name="underline" />,
      keys: 'Mod+U',
      isOn: (editor) => editor.isActive('underline'),
      use: (editor) => editor.commands.toggleUnderline(),
    },
  ],
  headings.map(heading),
  [
    {
      name: 'Bulleted list',
      icon: <Icon name="bulleted-list" />,
      keys: 'Mod+Shift+8',
      isOn: (editor) => editor.isActive('bulletList'),
      use: (editor) => editor.commands.toggleBulletList(),
    },
    {
      name: 'Numbered list',
      icon: <Icon name="numbered-list" />,
      keys: 'Mod+Shift+7',
      isOn: (editor) => editor.isActive('orderedList'),
      use: (editor) => editor.commands.toggleOrderedList(),
    },
    {
      name: 'Quote',
      icon: <Icon name="quote" />,
      keys: 'Mod+Shift+B',
      isOn: (editor) => editor.isActive('blockquote'),
      use: (editor) => editor.commands.toggleBlockquote(),
    },
  ],
  [
    {
      name: 'Link',
      icon: <Icon name="link" />,
      keys: 'Mod+K',
      isOn: (editor) => editor.isActive('link'),
      use: onLink,
    },
    { name: 'Picture', icon: <IconImage />, use: onPicture },
    { name: 'Line', icon: <Icon name="rule" />, use: (editor) => editor.commands.setHorizontalRule() },
  ],
]
