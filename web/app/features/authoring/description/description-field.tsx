import { DESCRIPTION_TAGS } from '@nofiller/contract/authoring/description'
import { DESCRIPTION_MAX } from '@nofiller/contract/authoring/game-rules'
import { countCharacters } from '@nofiller/contract/text/characters'
import { showCount } from '@nofiller/contract/text/digits'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { FieldError } from '../../../ui/form/field.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { EditorProps, HeadingLevel, PictureProps } from './editor-props.ts'
import { tagsLostInRich } from './unsupported-in-rich-text.ts'

const RichEditor = lazyPart(() => import('./rich-editor.tsx'))
const SourceEditor = lazyPart(() => import('./source-editor.tsx'))

type Mode = 'rich' | 'source'
const MODES = [
  { value: 'rich', label: 'Rich' },
  { value: 'source', label: 'HTML source' },
] as const

const HEADINGS: readonly HeadingLevel[] = [1, 2, 3]

/** From this part of the length on, the counter is shown. */
const COUNTED_FROM = 0.9

type DescriptionFieldProps = PictureProps & {
  label?: string
  /** How many characters it holds. */
  max?: number
  headings?: readonly HeadingLevel[]
  /** The height of the editor, as a class. */
  height?: string
  value: string
  onChange: (html: string) => void
  error?: string | null | undefined
}

/**
 * A game's description, or another text with its tags, edited as it will look or as HTML (requirements 5.6). An empty editor
 * is an empty value.
 */
export function DescriptionField({
  label = 'Description',
  max = DESCRIPTION_MAX,
  headings = HEADINGS,
  height = 'h-96 min-h-60',
  value,
  onChange,
  error,
  ...pictures
}: DescriptionFieldProps) {
  const id = useId()
  const [hasFocus, setFocus] = useState(false)
  const modes = useModes(value, onChange, pictures.uploads > 0)
  const choose = (mode: Mode) => {
    setFocus(false)
    modes.choose(mode)
  }
  const editor: EditorProps = {
    value,
    onChange: modes.change,
    labelledBy: `${id}-label`,
    describedBy: `${id}-hint ${id}-error`,
    isInvalid: Boolean(error),
    takesFocus: hasFocus,
    headings,
  }
  const plain = <PlainEditor {...editor} onFocusChange={setFocus} />
  const waiting = <div className={`grid flex-1 ${SHOWN_LATE}`}>{plain}</div>
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span id={`${id}-label`} className="text-ui font-semibold">
          {label}
        </span>
        <Segmented label="Editor mode" options={MODES} value={modes.mode} onChange={choose} />
      </div>
      {modes.refusal && <Refusal {...modes.refusal} />}
      <div className={`${FRAME} ${height} ${error ? 'border-bad ring-1 ring-bad' : 'border-edge'}`}>
        {modes.mode === 'rich' ? (
          <RichEditor {...editor} {...pictures} fallback={waiting} failed={plain} />
        ) : (
          <SourceEditor {...editor} {...pictures} fallback={waiting} failed={plain} />
        )}
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm text-faint">
        <p id={`${id}-hint`}>
          {modes.mode === 'rich'
            ? 'Paste or drop images into the text.'
            : `Allowed tags: ${DESCRIPTION_TAGS.join(', ')}. Everything else is removed, and so are images from other sites.`}
        </p>
        {value.length >= COUNTED_FROM * max && <Length characters={countCharacters(value)} max={max} />}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

const Length = ({ characters, max }: { characters: number; max: number }) =>
  characters >= COUNTED_FROM * max && (
    <p className={characters > max ? 'font-550 text-bad' : ''}>
      {showCount(characters)} of {showCount(max)} characters
    </p>
  )

/** One height for every editor and its placeholder, so nothing moves when it loads. */
const FRAME =
  'flex resize-y flex-col overflow-hidden rounded-2 border bg-inset focus-within:outline-2 focus-within:outline-focus'
/** Editors usually load at once: a placeholder would only flash. */
const SHOWN_LATE = 'animate-fade [animation-delay:600ms] [animation-fill-mode:backwards]'

type Refused = 'lossy' | 'uploading' | null

function useModes(value: string, onChange: (html: string) => void, isUploading: boolean) {
  const [mode, setMode] = useState<Mode>(() => (tagsLostInRich(value).length > 0 ? 'source' : 'rich'))
  const [refused, setRefused] = useState<Refused>(null)
  const [known, setKnown] = useState(value)
  // When another text comes from outside, such as a draft, rich mode is left if it would lose a part of it.
  if (value !== known) {
    setKnown(value)
    if (tagsLostInRich(value).length > 0) setMode('source')
  }
  if (refused === 'uploading' && !isUploading) setRefused(null)
  const change = (html: string) => {
    setKnown(html)
    onChange(html)
  }
  const enter = (next: Mode) => {
    setMode(next)
    setRefused(null)
  }
  const choose = (next: Mode) => {
    if (isUploading) setRefused('uploading')
    else if (next === 'rich' && tagsLostInRich(value).length > 0) setRefused('lossy')
    else enter(next)
  }
  const force = async () => {
    const { toRich } = await import('./rich-schema.ts')
    change(toRich(value))
    enter('rich')
  }
  return { mode, change, choose, refusal: refusalOf(refused, value, force) }
}

type RefusalProps = { text: string; force: (() => Promise<void>) | null }

/** Why the mode cannot change now. */
function refusalOf(refused: Refused, value: string, force: () => Promise<void>): RefusalProps | null {
  if (refused === 'uploading') return { text: 'An image is still uploading.', force: null }
  const lost = refused === 'lossy' ? tagsLostInRich(value) : []
  return lost.length > 0 ? { text: `Rich mode cannot keep: ${lost.join(', ')}.`, force } : null
}

function Refusal({ text, force }: RefusalProps) {
  const [hasFailed, setFailed] = useState(false)
  return (
    <Note kind="warn" role="alert">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 [overflow-wrap:anywhere]">
          {hasFailed ? 'The rich editor did not load.' : text}
        </p>
        {force && (
          <Button size="small" onClick={() => force().catch(() => setFailed(true))}>
            Force convert to Rich (lossy)
          </Button>
        )}
      </div>
    </Note>
  )
}

/** The placeholder while an editor loads, and when it fails to load. */
function PlainEditor({
  value,
  onChange,
  labelledBy,
  describedBy,
  isInvalid,
  onFocusChange,
}: EditorProps & { onFocusChange: (hasFocus: boolean) => void }) {
  return (
    <textarea
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onFocus={() => onFocusChange(true)}
      onBlur={() => onFocusChange(false)}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      className="mono min-h-0 w-full flex-1 resize-none bg-transparent px-4 py-3 text-ui/6! outline-none"
    />
  )
}
