import { DEVICES } from '@nofiller/contract/devices'
import { SECTIONS } from '@nofiller/contract/sections'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { RadioBox } from '../../ui/field.tsx'
import { type Filters, PRICE_LABELS } from './browse.ts'
import { DeviceName } from './device-icon.tsx'

type Change = (change: Partial<Record<keyof Filters, string>>) => void
const TAGS = SECTIONS.map((section) => section.toLowerCase())
const TAGS_AT_FIRST = 6

/** The filters of `/games`; each choice goes to the address at once. */
export function FilterRail({ filters, onChange }: { filters: Filters; onChange: Change }) {
  return (
    <div className="grid content-start gap-6">
      <Choice
        legend="Price"
        name="price"
        value={filters.price}
        onChange={onChange}
        options={[
          { value: '', label: 'Any price' },
          ...Object.entries(PRICE_LABELS).map(([value, label]) => ({ value, label })),
        ]}
      />
      <Choice
        legend="Device"
        name="device"
        value={filters.device}
        onChange={onChange}
        options={[
          { value: '', label: 'Any device' },
          ...DEVICES.map((device) => ({ value: device, label: <DeviceName device={device} /> })),
        ]}
      />
      <Choice
        legend="Content"
        name="category"
        value={filters.category}
        onChange={onChange}
        options={[
          { value: '', label: 'SFW and NSFW' },
          { value: 'SFW', label: 'SFW only' },
          { value: 'NSFW', label: 'NSFW only' },
        ]}
      />
      <TagChoice tag={filters.tag?.toLowerCase()} onChange={onChange} />
    </div>
  )
}

function TagChoice({ tag, onChange }: { tag: string | undefined; onChange: Change }) {
  const [all, setAll] = useState(false)
  const first = TAGS.slice(0, TAGS_AT_FIRST)
  const shown = all ? TAGS : tag && !first.includes(tag) ? [tag, ...first] : first
  return (
    <div>
      <Choice
        legend="Tags"
        name="tag"
        value={tag}
        onChange={onChange}
        options={[
          { value: '', label: 'Any tag' },
          ...shown.map((value) => ({ value, label: value })),
          ...(all && tag && !TAGS.includes(tag) ? [{ value: tag, label: tag }] : []),
        ]}
      />
      {!all && (
        <Button kind="quiet" size="small" className="mt-1 -ml-3" onClick={() => setAll(true)}>
          Show {TAGS.length - first.length} more
        </Button>
      )}
    </div>
  )
}

type ChoiceProps = {
  legend: string
  name: keyof Filters
  value: string | undefined
  options: readonly { value: string; label: ReactNode }[]
  onChange: Change
}

function Choice({ legend, name, value = '', options, onChange }: ChoiceProps) {
  const group = useId() // the rail and its dialog may both be on the page
  return (
    <fieldset className="grid gap-0.5">
      <legend className="mb-1 text-[14px]/5 font-semibold">{legend}</legend>
      {options.map((option) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: RadioBox is the control
        <label
          key={option.value}
          className="flex min-h-8 cursor-pointer items-center gap-2.5 text-[14px]/5 hover:text-text"
        >
          <RadioBox
            name={group}
            checked={value === option.value}
            onChange={() => onChange({ [name]: option.value })}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
