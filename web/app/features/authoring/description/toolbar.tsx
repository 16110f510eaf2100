import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { buttonClass } from '../../../ui/button.tsx'
import { Icon, IconImage } from '../../../ui/icons.tsx'

type Tool = {
  name: string
  icon: ReactNode
  /** As `Mod+B`, where Mod is the key of the system's own shortcuts. */
  keys?: string
  isOn?: (editor: Editor) => boolean
  use: (editor: Editor) => void
}

type ToolbarProps = { editor: Editor; onLink: () => void; onPicture: () => void }

/** Formatting for what is selected: one stop of the Tab key, arrow keys within it, Escape back to the text. */
export function Toolbar({ editor, onLink, onPicture }: ToolbarProps) {
  const [current, setCurrent] = useState(0)
  const element = useRef<HTMLDivElement>(null)
  const groups = toolGroups(onLink, onPicture)
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
                // The selection stays where it is.
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

const line = (d: string) => (
  <Icon>
    <path d={d} />
  </Icon>
)

const heading = (level: 1 | 2 | 3, digit: string): Tool => ({
  name: `Heading ${level}`,
  icon: line(`M4 6v12M12 6v12M4 12h8${digit}`),
  keys: `Mod+Alt+${level}`,
  isOn: (editor) => editor.isActive('heading', { level }),
  use: (editor) => editor.commands.toggleHeading({ level }),
})

const toolGroups = (onLink: () => void, onPicture: () => void): Tool[][] => [
  [
    {
      name: 'Bold',
      icon: line('M6 12h9a4 4 0 0 1 0 8H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h7a4 4 0 0 1 0 8'),
      keys: 'Mod+B',
      isOn: (editor) => editor.isActive('bold'),
      use: (editor) => editor.commands.toggleBold(),
    },
    {
      name: 'Italic',
      icon: line('M19 4h-9M14 20H5M15 4 9 20'),
      keys: 'Mod+I',
      isOn: (editor) => editor.isActive('italic'),
      use: (editor) => editor.commands.toggleItalic(),
    },
    {
      name: 'Underline',
      icon: line('M6 4v6a6 6 0 0 0 12 0V4M4 20h16'),
      keys: 'Mod+U',
      isOn: (editor) => editor.isActive('underline'),
      use: (editor) => editor.commands.toggleUnderline(),
    },
  ],
  [
    heading(1, 'm5 0 3-2v8'),
    heading(2, 'M21 18h-4c0-4 4-3 4-6 0-1.5-2-2.5-4-1'),
    heading(3, 'M17.5 10.5c1.7-1 3.5 0 3.5 1.5a2 2 0 0 1-2 2M17 17.5c2 1.5 4 .3 4-1.5a2 2 0 0 0-2-2'),
  ],
  [
    {
      name: 'Bulleted list',
      icon: line('M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13'),
      keys: 'Mod+Shift+8',
      isOn: (editor) => editor.isActive('bulletList'),
      use: (editor) => editor.commands.toggleBulletList(),
    },
    {
      name: 'Numbered list',
      icon: line(
        'M11 5h10M11 12h10M11 19h10M4 4h1v5M4 9h2M6.5 20H3.4c0-1 2.6-1.9 2.6-3.5a1.5 1.5 0 0 0-2.6-1',
      ),
      keys: 'Mod+Shift+7',
      isOn: (editor) => editor.isActive('orderedList'),
      use: (editor) => editor.commands.toggleOrderedList(),
    },
    {
      name: 'Quote',
      icon: line(
        'M16 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2 1 1 0 0 1 1 1v1a2 2 0 0 1-2 2 1 1 0 0 0-1 1v2a1 1 0 0 0 1 1 6 6 0 0 0 6-6V5a2 2 0 0 0-2-2zM5 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2 1 1 0 0 1 1 1v1a2 2 0 0 1-2 2 1 1 0 0 0-1 1v2a1 1 0 0 0 1 1 6 6 0 0 0 6-6V5a2 2 0 0 0-2-2z',
      ),
      keys: 'Mod+Shift+B',
      isOn: (editor) => editor.isActive('blockquote'),
      use: (editor) => editor.commands.toggleBlockquote(),
    },
  ],
  [
    {
      name: 'Link',
      icon: line(
        'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71',
      ),
      keys: 'Mod+K',
      isOn: (editor) => editor.isActive('link'),
      use: onLink,
    },
    { name: 'Picture', icon: <IconImage />, use: onPicture },
    { name: 'Line', icon: line('M5 12h14'), use: (editor) => editor.commands.setHorizontalRule() },
  ],
]
