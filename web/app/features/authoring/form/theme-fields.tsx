import { GAME_TEXT } from '@nofiller/contract/authoring/game-rules'
import {
  type Contrast,
  DEFAULT_THEME,
  hardToRead,
  isHexColor,
  readable,
  THEME_COLORS,
  type Theme,
  themeContrasts,
} from '@nofiller/contract/authoring/theme'
import { useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { FieldError } from '../../../ui/form/field.tsx'
import { IconTriangleAlert } from '../../../ui/icons.tsx'

const LABELS: Record<(typeof THEME_COLORS)[number], string> = {
  pageBg: 'Page background',
  textColor: 'Text',
  linkColor: 'Links',
  previewBg: 'Preview background',
  buyButtonColor: 'Buy button',
  demoButtonColor: 'Demo button',
  buttonTextColor: 'Button text',
}

type ThemeFieldsProps = {
  theme: Theme
  problems: Record<string, string>
  /** A picture is behind the panel, so the contrast cannot be computed. */
  hasPagePicture: boolean
  onChange: (theme: Theme) => void
}

/** The colors of a game's page. A color that is hard to read shows a warning with a fix; nothing is blocked. */
export function ThemeFields({ theme, problems, hasPagePicture, onChange }: ThemeFieldsProps) {
  const contrasts = themeContrasts(theme)
  const hard = hardToRead(theme)
  const reset = () => {
    onChange({ ...DEFAULT_THEME })
    toast('Colors reset', { action: { label: 'Undo', onPress: () => onChange(theme) } })
  }
  return (
    <>
      <div className="grid gap-x-4 gap-y-2 phone:grid-cols-2">
        {THEME_COLORS.map((field) => (
          <ColorField
            key={field}
            label={LABELS[field]}
            value={theme[field]}
            initial={DEFAULT_THEME[field]}
            error={problems[field]}
            hard={hard.find((contrast) => contrast.field === field)}
            onChange={(value) => onChange({ ...theme, [field]: value })}
          />
        ))}
      </div>
      <AlphaField
        value={theme.previewBgAlpha}
        error={problems.previewBgAlpha}
        hint={
          hasPagePicture && theme.previewBgAlpha < 1
            ? 'The page background image shows through. Check the preview: the contrast figures leave it out.'
            : null
        }
        onChange={(previewBgAlpha) => onChange({ ...theme, previewBgAlpha })}
      />
      {hard.length === 0 && contrasts[0] && (
        <Note kind="go" role="none">
          Text on preview background {showRatio(contrasts[0].ratio)}. Easy to read.
        </Note>
      )}
      <Button kind="quiet" size="small" className="-ml-3 justify-self-start" onClick={reset}>
        Reset colors
      </Button>
    </>
  )
}

type ColorFieldProps = {
  label: string
  value: string
  /** Shown by the picker while the text is not a color. */
  initial: string
  error: string | undefined
  hard: Contrast | undefined
  onChange: (value: string) => void
}

/** A color field with a picker and a text. */
function ColorField({ label, value, initial, error, hard, onChange }: ColorFieldProps) {
  const id = useId()
  const text = useRef<HTMLInputElement>(null)
  const [isLeft, setLeft] = useState(false)
  const problem = isHexColor(value) ? null : (error ?? (isLeft ? GAME_TEXT.color : null))
  const leave = () => {
    setLeft(true)
    if (fullHex(value) !== value) onChange(fullHex(value))
  }
  const mend = () => {
    if (!hard) return
    onChange(readable(value, hard.against))
    // The button disappears with the warning.
    text.current?.focus()
  }
  return (
    <div className="grid content-start gap-1">
      <div
        className={`flex items-center gap-2.5 rounded-2 border py-1.5 pr-1.5 pl-2 hover:border-edge ${problem ? 'border-bad' : 'border-line'}`}
      >
        <input
          type="color"
          value={isHexColor(value) ? value : initial}
          onChange={(event) => onChange(event.target.value)}
          aria-label={`Pick the color: ${label}`}
          className="size-7 shrink-0 cursor-pointer max-phone:size-10 appearance-none rounded-[4px] border border-edge bg-transparent p-0 [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:rounded-[3px] [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
        />
        <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer text-sm">
          {label}
        </label>
        <input
          ref={text}
          id={id}
          type="text"
          value={value}
          maxLength={20}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          onFocus={() => setLeft(false)}
          onBlur={leave}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem || hard ? `${id}-said` : undefined}
          className="mono w-24 rounded-1 bg-transparent px-1.5 py-1 text-right text-muted focus:text-text max-phone:min-h-10 max-phone:text-md"
        />
      </div>
      <FieldError id={`${id}-said`} error={problem} />
      {hard && !problem && (
        <p id={`${id}-said`} className="flex items-center gap-1.5 text-sm text-warn">
          <IconTriangleAlert className="size-3.5" />
          <span className="flex-1">{showRatio(hard.ratio)}, too hard to read</span>
          <Button size="small" onClick={mend} aria-label={`Fix ${label.toLowerCase()}`}>
            Fix
          </Button>
        </p>
      )}
    </div>
  )
}

type AlphaFieldProps = {
  value: number
  error: string | undefined
  hint: string | null
  onChange: (value: number) => void
}

function AlphaField({ value, error, hint, onChange }: AlphaFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between">
        <label htmlFor={id} className="text-ui font-semibold">
          Preview background alpha
        </label>
        <span translate="no" className="mono text-muted">
          {value.toFixed(2)}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min="0"
        max="1"
        step="0.01"
        value={value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
        className="w-full accent-accent max-phone:h-10"
      />
      <FieldError id={`${id}-error`} error={error} />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-faint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** `2.9 : 1`, rounded down: 4.49 is not yet 4.5. */
const showRatio = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1`

/** A typed color in the store's format: `ABC` and `#aabbcc` are the same. Anything else stays. */
export function fullHex(text: string): string {
  const digits = text.trim().replace(/^#/, '').toLowerCase()
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`
  return /^[0-9a-f]{3}$/.test(digits) ? `#${digits.replace(/./g, '$&$&')}` : text
}
