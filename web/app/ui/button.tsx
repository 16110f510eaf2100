import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Spinner } from './feedback/spinner.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'
type Look = { kind?: ButtonKind; size?: ButtonSize; wide?: boolean; square?: boolean; className?: string }

const KINDS: Record<ButtonKind, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hi',
  secondary: 'border-edge text-text hover:border-text hover:bg-text/6',
  quiet: 'border-transparent text-muted hover:bg-text/8 hover:text-text',
  danger: 'border-bad text-bad hover:bg-bad/8',
}

const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-8 px-3 py-1 text-sm max-phone:min-h-10',
  medium: 'min-h-10 px-4 py-2 text-base/[22px]',
  large: 'min-h-12 px-5 py-3 text-md/[22px]',
}

const SQUARES: Record<ButtonSize, string> = {
  small: 'size-8 max-phone:size-10',
  medium: 'size-10',
  large: 'size-12',
}

const OFF =
  'aria-disabled:cursor-not-allowed aria-disabled:border-transparent aria-disabled:bg-text/10 aria-disabled:text-faint'

/** The look of a button as classes, for other elements. */
export function buttonClass({
  kind = 'secondary',
  size = 'medium',
  wide,
  square,
  className = '',
}: Look = {}) {
  const shape = square ? SQUARES[size] : SIZES[size]
  return `button ${KINDS[kind]} ${shape} ${wide ? 'w-full' : ''} ${className}`
}

/**
 * A button. `busy` shows a ring instead of `icon`, and ignores clicks. With a `busyLabel` the width fits both labels, so nothing moves.
 * `disabled` keeps it focusable (`aria-disabled`), so a reason shown beside it can be found. `square` is for one icon: give an `aria-label`.
 */
export function Button({
  kind,
  size,
  wide,
  square,
  className,
  busy = false,
  busyLabel,
  disabled = false,
  icon,
  type = 'button',
  onClick,
  children,
  ...rest
}: Look & { busy?: boolean; busyLabel?: ReactNode; icon?: ReactNode } & Omit<
    ComponentProps<'button'>,
    'className'
  >) {
  const off = disabled || busy
  const press = (event: MouseEvent<HTMLButtonElement>) => (off ? event.preventDefault() : onClick?.(event))
  return (
    <button
      {...rest}
      // Submitting the form by Enter clicks this button too, so the click is the one place to stop it.
      type={type}
      onClick={press}
      aria-disabled={disabled || undefined}
      aria-busy={busy || undefined}
      className={buttonClass({
        kind,
        size,
        wide,
        square,
        className: `${OFF} ${busy ? 'cursor-progress' : ''} ${className ?? ''}`,
      })}
    >
      {busyLabel === undefined ? (
        <>
          {busy ? <Spinner /> : icon}
          {/* A translator replaces bare text, which breaks insertions beside it. */}
          <span className="contents">{children}</span>
        </>
      ) : (
        <BothLabels busy={busy} label={children} busyLabel={busyLabel} />
      )}
    </button>
  )
}

function BothLabels({ busy, label, busyLabel }: { busy: boolean; label: ReactNode; busyLabel: ReactNode }) {
  const cell = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'
  return (
    <span className="grid">
      <span className={`${cell} ${busy ? 'invisible' : ''}`}>{label}</span>
      <span className={`${cell} ${busy ? '' : 'invisible'}`}>
        <Spinner />
        {busyLabel}
      </span>
    </span>
  )
}

/** A link that looks like a button. Other sites' URLs and `mailto:` work too. */
export function ButtonLink({ kind, size, wide, square, className, ...rest }: Look & LinkProps) {
  return <Link {...rest} className={buttonClass({ kind, size, wide, square, className })} />
}

/** A button inside running text that looks like a link. */
export function TextButton({ className = '', type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={`${TEXT_LINK} cursor-pointer ${className}`} />
}

/** A link inside running text. */
export function TextLink({ className = '', ...rest }: LinkProps & { className?: string }) {
  return <Link {...rest} className={`${TEXT_LINK} ${className}`} />
}

const TEXT_LINK =
  'text-text underline decoration-faint decoration-1 underline-offset-3 hover:decoration-current'
