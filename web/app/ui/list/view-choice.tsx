import { Segmented } from '../form/segmented.tsx'

type ViewChoiceProps<Value extends string> = {
  label: string
  /** Each view with its name; the first is the default, which a URL omits. */
  names: Readonly<Record<Value, string>>
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** Which of several lists is shown, such as Open / Resolved / All. */
export function ViewChoice<Value extends string>({ label, names, value, onChange }: ViewChoiceProps<Value>) {
  const views = Object.keys(names) as Value[] // the record has each of them
  const [usual] = views
  return (
    <Segmented
      label={label}
      options={views.map((view) => ({ value: view, label: names[view] }))}
      value={value ?? usual ?? null}
      onChange={(view) => onChange(view === usual ? undefined : view)}
    />
  )
}
