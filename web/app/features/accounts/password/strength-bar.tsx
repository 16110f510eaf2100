import { type PasswordStrength, passwordStrength } from '@nofiller/contract/accounts/password'

type Label = PasswordStrength['label']
const FILLS: Record<Label, string> = {
  'Very weak': 'bg-bad',
  Weak: 'bg-bad',
  Okay: 'bg-warn',
  Good: 'bg-go',
  Strong: 'bg-go',
}
const TINTS: Record<Label, string> = {
  'Very weak': 'text-bad',
  Weak: 'text-bad',
  Okay: 'text-warn',
  Good: 'text-go',
  Strong: 'text-go',
}

type Props = { password: string; own?: readonly string[]; common: ReadonlySet<string> }

/** Four segments for the score of a password, its label, and what would raise it. The other arguments as in `passwordStrength`. */
export function StrengthBar({ password, own, common }: Props) {
  const strength = passwordStrength(password, own, common)
  const { score, label } = strength
  const isEmpty = password === ''
  return (
    <div className="grid gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn as four segments */}
      <div
        role="meter"
        aria-label="Password strength"
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={score}
        aria-valuetext={label}
        className="grid grid-cols-4 gap-1"
      >
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={`h-1.5 rounded-[2px] ${step <= score ? FILLS[label] : 'bg-line'}`} />
        ))}
      </div>
      <div className="flex min-h-5 flex-wrap justify-between gap-x-3 text-sm" aria-live="polite">
        <b className={`font-650 ${isEmpty ? 'text-faint' : TINTS[label]}`}>{label}</b>
        <span className="text-faint">{isEmpty ? '' : adviceOf(strength)}</span>
      </div>
    </div>
  )
}

/** `Easy to guess: only a sequence`, `Add a digit or symbol to make it strong`, or all missing parts. */
export function adviceOf({ guess, missing }: Pick<PasswordStrength, 'guess' | 'missing'>): string {
  if (guess) return `Easy to guess: ${guess}`
  if (missing.length === 0) return ''
  if (missing.length === 1) return `Add ${missing[0]} to make it strong`
  return `Add ${missing.slice(0, -1).join(', ')} and ${missing.at(-1)}`
}
