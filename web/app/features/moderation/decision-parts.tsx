import type { DecisionEffects, Rule } from '@nofiller/contract/moderation/moderation'
import { showPrice } from '@nofiller/contract/pricing/money'
import { plural, showCount } from '@nofiller/contract/text/digits'
import { type ComponentProps, useId, useState } from 'react'
import { Checkbox, Field, FieldError, Select } from '../../ui/form/field.tsx'

/** The uncovered pictures and files. */
const ASSETS_SHOWN = 4

type RuleFieldProps = {
  rules: readonly Rule[]
  /** The admin's text so far. */
  text: string
  field: Omit<ComponentProps<typeof Field>, 'label' | 'children'>
  /** The rule, and the template of the text unless the admin wrote one. */
  onRule: (rule: string, text: string) => void
}

/** The rule of a decision. */
export function RuleField({ rules, text, field, onRule }: RuleFieldProps) {
  const choose = (id: string) => {
    const reason = rules.find((each) => each.id === id)?.reason ?? ''
    // The admin's own text is never overwritten.
    const isOwn = text !== '' && !rules.some((each) => `${each.reason} ` === text)
    onRule(id, isOwn ? text : reason && `${reason} `)
  }
  return (
    <Field label="Rule" {...field}>
      <Select onChange={(event) => choose(event.target.value)}>
        <option value="">Choose a rule</option>
        {rules.map(({ id, title }) => (
          <option key={id} value={id}>
            {id} · {title}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type AboutFieldProps = {
  assets: readonly { id: string; name: string }[]
  about: readonly string[]
  onAbout: (assets: readonly string[]) => void
  error?: string | null
}

/** The pictures, files and texts that a decision names. */
export function AboutField({ assets, about, onAbout, error }: AboutFieldProps) {
  const errorId = useId()
  const [all, setAll] = useState(false)
  const shown = assets.filter(({ id }, index) => all || index < ASSETS_SHOWN || about.includes(id))
  const rest = assets.length - shown.length
  const toggle = (id: string) =>
    onAbout(about.includes(id) ? about.filter((each) => each !== id) : [...about, id])
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-ui font-semibold">About</legend>
      {shown.map(({ id, name }) => (
        <Checkbox key={id} checked={about.includes(id)} onChange={() => toggle(id)}>
          <span className="wrap-anywhere">{name}</span>
        </Checkbox>
      ))}
      {rest > 0 && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="cursor-pointer justify-self-start text-sm underline underline-offset-2"
        >
          {rest} more pictures, files and texts
        </button>
      )}
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}

type EffectsProps = { page: string; effects: DecisionEffects; points: number | null }

/** The effects of a decision, in numbers, before it is sent. */
export function Effects({ page, effects, points }: EffectsProps) {
  const lines = [
    ['Public page', page],
    ['Owners', showCount(effects.owners)],
    ['Open orders', showCount(effects.openOrders)],
    ['Unpaid balance', showPrice(effects.balance)],
    ...(points === null ? [] : [['Weight of the rule', plural(points, 'point')]]),
  ]
  return (
    <div className="grid gap-2 rounded-2 border border-line bg-inset p-3.5 text-sm">
      <p className="font-semibold text-muted">What this does</p>
      <dl className="grid gap-1">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-3">
            <dt>{name}</dt>
            <dd className="font-650 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
