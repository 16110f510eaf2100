import { contrast, DEFAULT_THEME, isHexColour, THEME_COLOURS, type Theme } from '@nofiller/contract/theme'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'

const LABELS: Record<(typeof THEME_COLOURS)[number], string> = {
  pageBg: 'Page background',
  textColor: 'Text',
  linkColor: 'Links',
  previewBg: 'Preview background',
  buyButtonColor: 'Buy button',
  demoButtonColor: 'Demo button',
  buttonTextColor: 'Button text',
}
/** What WCAG AA asks of text. */
const EASY_TO_READ = 4.5

type ThemeFieldsProps = {
  theme: Theme
  problems: Record<string, string>
  onChange: (theme: Theme) => void
}

/** The colours of a game's page, with how well they can be read. */
export function ThemeFields({ theme, problems, onChange }: ThemeFieldsProps) {
  const id = useId()
  return (
    <>
      <div className="grid gap-2 phone:grid-cols-2">
        {THEME_COLOURS.map((field) => (
          <div key={field}>
            <label className="flex cursor-pointer items-center gap-2.5 rounded-2 border border-line py-2 pr-3 pl-2 hover:border-edge">
              <input
                type="color"
                value={theme[field]}
                onChange={(event) => onChange({ ...theme, [field]: event.target.value })}
                aria-invalid={problems[field] ? true : undefined}
                className="size-7 shrink-0 cursor-pointer appearance-none rounded-[4px] border border-edge bg-transparent p-0 [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:rounded-[3px] [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
              />
              <span className="flex-1 text-sm">{LABELS[field]}</span>
              <span className="mono text-muted">{theme[field]}</span>
            </label>
            <FieldError id={`${id}-${field}`} error={problems[field]} />
          </div>
        ))}
      </div>
      <div className="grid gap-1.5">
        <div className="flex items-baseline justify-between">
          <label htmlFor={id} className="text-[14px]/5 font-semibold">
            Preview background alpha
          </label>
          <span className="mono text-muted">{theme.previewBgAlpha.toFixed(2)}</span>
        </div>
        <input
          id={id}
          type="range"
          min="0"
          max="1"
          step="0.01"
          value={theme.previewBgAlpha}
          onChange={(event) => onChange({ ...theme, previewBgAlpha: event.target.valueAsNumber })}
          className="w-full accent-accent"
        />
        <FieldError id={`${id}-alpha`} error={problems.previewBgAlpha} />
      </div>
      <Readability theme={theme} />
      <Button
        kind="quiet"
        size="small"
        className="-ml-3 justify-self-start"
        onClick={() => onChange({ ...DEFAULT_THEME })}
      >
        Reset colours
      </Button>
    </>
  )
}

/** Tells how well the colours can be read; it never stops anyone. */
function Readability({ theme }: { theme: Theme }) {
  const hard = contrastsOf(theme).filter(({ ratio }) => ratio < EASY_TO_READ)
  const [text] = contrastsOf(theme)
  if (hard.length === 0)
    return (
      <Note kind="go" role="none">
        {text?.name} {text?.ratio.toFixed(1)}:1. Easy to read.
      </Note>
    )
  return (
    <Note kind="warn">
      {hard.map(({ name, ratio }) => (
        <span key={name} className="block">
          {name} {ratio.toFixed(1)}:1. Hard to read; {EASY_TO_READ}:1 or more is easy.
        </span>
      ))}
    </Note>
  )
}

/** The contrast of each pair of colours that a game's page puts on one another. */
export function contrastsOf(theme: Theme): { name: string; ratio: number }[] {
  const panel = mixed(theme.previewBg, theme.pageBg, theme.previewBgAlpha)
  return [
    { name: 'Text on preview background', ratio: contrast(theme.textColor, panel) },
    { name: 'Links on preview background', ratio: contrast(theme.linkColor, panel) },
    { name: 'Button text on buy button', ratio: contrast(theme.buttonTextColor, theme.buyButtonColor) },
    { name: 'Button text on demo button', ratio: contrast(theme.buttonTextColor, theme.demoButtonColor) },
  ]
}

/** The colour that is seen when `over` covers `under` with an alpha of 0 to 1. */
function mixed(over: string, under: string, alpha: number): string {
  if (!isHexColour(over) || !isHexColour(under)) return over
  const channel = (at: number) => {
    const [top, bottom] = [over, under].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round((top ?? 0) * alpha + (bottom ?? 0) * (1 - alpha))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}
