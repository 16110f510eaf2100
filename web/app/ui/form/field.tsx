import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react'
import { IconCircleAlert } from '../icons.tsx'
import { limited } from './limited.ts'

/** The value and change handler of a field's text control, unless the control sets its own. */
type Bound = { value?: string; onChange?: (event: { target: { value: string } }) => void }
type Wiring = Bound & { id: string; describedBy: string | undefined; invalid: boolean }
const FieldContext = createContext<Wiring | null>(null)

type FieldProps = Bound & {
  label: ReactNode
  /** Shown under the control. */
  hint?: ReactNode
  /** A sentence; shown with an icon, linked to the control, which becomes invalid. */
  error?: string | null
  /** Something at the right of the label, such as a link. */
  trailing?: ReactNode
  className?: string
  children: ReactNode
}

/** A label, one control (TextInput, PasswordInput, Select, Textarea), a hint and an error, wired together by ids. */
export function Field({ label, hint, error, trailing, className = '', children, ...bound }: FieldProps) {
  const id = useId()
  // A field whose hint is its rule shows it once.
  const hintShown = hint && hint !== error
  const parts = [error ? `${id}-error` : null, hintShown ? `${id}-hint` : null].filter(
    (part) => part !== null,
  )
  return (
    <FieldContext
      value={{ ...bound, id, describedBy: parts.join(' ') || undefined, invalid: Boolean(error) }}
    >
      <div className={`grid content-start gap-1.5 ${className}`}>
        <div className="flex items-baseline justify-between gap-3">
          <label htmlFor={id} className="text-ui font-semibold">
            {label}
          </label>
          {trailing}
        </div>
        {children}
        {hintShown && (
          <p id={`${id}-hint`} className="text-sm text-faint">
            {hint}
          </p>
        )}
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </FieldContext>
  )
}

/** The error line of a field, for controls that lay themselves out. */
export function FieldError({ id, error }: { id: string; error: string | null | undefined }) {
  if (!error) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-550 text-bad">
      <IconCircleAlert className="mt-[3px] size-3.5" />
      {error}
    </p>
  )
}

/** The required props of a control inside a Field: its id and ARIA attributes, and its binding. Empty outside a Field. */
export function useFieldWiring() {
  const wiring = use(FieldContext)
  if (!wiring) return {}
  const { describedBy, invalid, ...rest } = wiring
  return { ...rest, 'aria-describedby': describedBy, 'aria-invalid': invalid || undefined }
}

type Size = { size?: 'small' | 'medium' }
/** On phones at the font size below which a browser zooms in on a field. */
const CONTROL =
  'w-full rounded-2 border border-edge bg-inset leading-6 text-text placeholder:text-faint hover:border-muted focus:border-transparent max-phone:text-md focus:outline-2 focus:outline-offset-0 focus:outline-focus disabled:border-line disabled:bg-text/5 disabled:text-faint aria-invalid:border-bad aria-invalid:inset-ring-1 aria-invalid:inset-ring-bad'
const controlClass = (size: Size['size'], className = '') =>
  `${CONTROL} ${size === 'small' ? 'min-h-9 px-2.5 py-[5px] text-ui/6 max-phone:min-h-10' : 'min-h-11 px-3 py-[9px]'} ${className}`

/**
 * A one-line text input. Inside a Field it needs no id; outside give it an `aria-label`. `maxLength` counts characters
 * like people do.
 */
export function TextInput({ size, className, ...rest }: Size & Omit<ComponentProps<'input'>, 'size'>) {
  const props = limited({ ...useFieldWiring(), ...rest })
  return <input type="text" dir="auto" {...props} className={controlClass(size, className)} />
}

/** A form's data besides its fields; empty values are left out. */
export const HiddenFields = ({ values }: { values: Partial<Record<string, string>> }) =>
  Object.entries(values).map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  )

/** A text input with an icon at its left. */
export function IconInput({ icon, ...rest }: { icon: ReactNode } & ComponentProps<typeof TextInput>) {
  return (
    <div className="relative">
      <span className="pointer-events-none absolute top-3.5 left-3 text-faint">{icon}</span>
      <TextInput {...rest} className={`pl-[38px] ${rest.className ?? ''}`} />
    </div>
  )
}

/** A native select with the house's arrow. */
export function Select({ size, className = '', ...rest }: Size & Omit<ComponentProps<'select'>, 'size'>) {
  return (
    <select
      {...useFieldWiring()}
      {...rest}
      className={controlClass(size, `select-arrow appearance-none pr-9 ${className}`)}
    />
  )
}

type TextareaProps = ComponentProps<'textarea'> & { size?: 'small' | 'medium' }
const TEXTAREA_HEIGHT = { small: 'min-h-18', medium: 'min-h-32' }

/** A text of several lines, with the same `maxLength`. */
export function Textarea({ size = 'medium', className = '', ...rest }: TextareaProps) {
  const props = limited({ ...useFieldWiring(), ...rest })
  return (
    <textarea
      dir="auto"
      {...props}
      className={controlClass('medium', `block resize-y ${TEXTAREA_HEIGHT[size]} ${className}`)}
    />
  )
}

const TICK =
  'after:h-[5px] after:w-2.5 after:-translate-y-0.5 after:-rotate-45 after:border-2 after:border-t-0 after:border-r-0 after:border-on-accent not-checked:after:hidden'
const DOT = 'after:size-2 after:rounded-full after:bg-on-accent not-checked:after:hidden'
const BOX =
  'grid size-5 shrink-0 cursor-pointer appearance-none place-items-center border-[1.5px] border-edge bg-inset hover:border-muted checked:border-accent checked:bg-accent'

type Tick = Omit<ComponentProps<'input'>, 'type' | 'size' | 'className'>

/** The bare 20 px box, for rows that lay out their own label. */
export const CheckBox = (props: Tick) => (
  <input {...props} type="checkbox" className={`${BOX} rounded-1 ${TICK}`} />
)
/** The bare 20 px radio, for rows that lay out their own label. */
export const RadioBox = (props: Tick) => (
  <input {...props} type="radio" className={`${BOX} rounded-full ${DOT}`} />
)

type Labelled = { children: ReactNode; hint?: ReactNode }

/** A checkbox with a clickable label. */
export const Checkbox = ({ children, hint, ...rest }: Tick & Labelled) => (
  <TickRow box={<CheckBox {...rest} />} hint={hint}>
    {children}
  </TickRow>
)
/** One of several radios of a name, each in a row of its own. */
export const Radio = ({ children, hint, ...rest }: Tick & Labelled) => (
  <TickRow box={<RadioBox {...rest} />} hint={hint}>
    {children}
  </TickRow>
)

const TickRow = ({ box, children, hint }: { box: ReactNode } & Labelled) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the box is the control
  <label className="flex min-h-8 cursor-pointer items-start gap-2.5 py-1 leading-6 max-phone:py-2">
    <span className="mt-0.5 grid">{box}</span>
    <span>
      {children}
      {hint && <span className="block text-sm text-faint">{hint}</span>}
    </span>
  </label>
)
