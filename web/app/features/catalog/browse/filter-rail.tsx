import { showFacetCount } from '@nofiller/contract/catalog/browsing'
import type { Facets } from '@nofiller/contract/catalog/catalog'
import { DEVICES } from '@nofiller/contract/catalog/devices'
import {
  CONTENT_CATEGORIES,
  PROJECT_TYPES,
  projectTypeLabel,
  STAGES,
  stageLabel,
} from '@nofiller/contract/catalog/game-kinds'
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CheckBox, HiddenFields, RadioBox, TextInput } from '../../../ui/form/field.tsx'
import { DeviceName } from '../device-icon.tsx'
import type { CountedFacets } from './browse.ts'
import { type Change, type Filters, PRICE_OPTIONS, priceOf, rangeOf } from './filters.ts'
import { TagFilter } from './tag-filter.tsx'

type FilterRailProps = {
  filters: Filters
  counted: CountedFacets
  onChange: (change: Change) => void
}

/** The filters of `/games`; each choice changes the URL at once. Without scripts it is a form with a button. */
export function FilterRail({ filters, counted, onChange }: FilterRailProps) {
  const { facets } = counted
  const { q, sort, start, tag, exclude } = filters
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const price = priceOf(String(typed.get('min')), String(typed.get('max')))
    if (price !== '') onChange({ price })
  }
  return (
    <form
      action="/games"
      onSubmit={submit}
      aria-busy={counted.isOld || undefined}
      className="grid content-start gap-6"
    >
      <Choice
        legend="Price"
        name="price"
        any="Any price"
        chosen={filters.price}
        options={PRICE_OPTIONS}
        counts={facets?.price}
        onChange={onChange}
      >
        <PriceRange filters={filters} />
        <OnSale filters={filters} counts={facets?.sale} onChange={onChange} />
      </Choice>
      <Choice
        legend="Device"
        name="device"
        any="Any device"
        chosen={filters.device}
        options={DEVICES.map((device) => ({ value: device, label: <DeviceName device={device} /> }))}
        counts={facets?.device}
        onChange={onChange}
      />
      <Choice
        legend="Content"
        name="category"
        any="SFW and NSFW"
        chosen={filters.category}
        options={CONTENT_CATEGORIES.map((category) => ({ value: category, label: `${category} only` }))}
        counts={facets?.category}
        onChange={onChange}
      />
      <TagFilter filters={filters} counted={counted} onChange={onChange} />
      <Choice
        legend="Type"
        name="type"
        any="Any type"
        chosen={filters.type}
        options={PROJECT_TYPES.map((type) => ({ value: type, label: projectTypeLabel(type) }))}
        counts={facets?.type}
        onChange={onChange}
      />
      <Choice
        legend="Stage"
        name="stage"
        any="Any stage"
        chosen={filters.stage}
        options={STAGES.map((stage) => ({ value: stage, label: stageLabel(stage) }))}
        counts={facets?.stage}
        onChange={onChange}
      />
      <HiddenFields values={{ q, sort, start: start?.toString(), tag, exclude }} />
      <noscript>
        <Button type="submit">Show games</Button>
      </noscript>
    </form>
  )
}

type ChoiceProps = {
  legend: string
  name: keyof Filters
  /** The label of the option for none. */
  any: string
  chosen: string | undefined
  options: readonly { value: string; label: ReactNode }[]
  counts: Facets['tags'] | undefined
  onChange: (change: Change) => void
  children?: ReactNode
}

function Choice({ legend, name, any, chosen = '', options, counts, onChange, children }: ChoiceProps) {
  const id = useId()
  return (
    <fieldset className="grid gap-0.5">
      <legend className="mb-1 text-ui font-semibold">{legend}</legend>
      {[{ value: '', label: any }, ...options].map(({ value, label }, at) => (
        <label
          key={value}
          htmlFor={`${id}-${at}`}
          className="flex min-h-8 cursor-pointer items-center gap-2.5 text-ui hover:text-text has-disabled:cursor-default has-disabled:text-faint max-phone:min-h-10"
        >
          <RadioBox
            id={`${id}-${at}`}
            name={name}
            value={value}
            checked={chosen === value}
            disabled={value !== '' && chosen !== value && countOf(value, counts) === 0}
            onChange={() => onChange({ [name]: value })}
          />
          <span className="min-w-0">{label}</span>
          {value !== '' && <Count value={value} counts={counts} />}
        </label>
      ))}
      {children}
    </fieldset>
  )
}

type OnSaleProps = Pick<FilterRailProps, 'filters' | 'onChange'> & Pick<ChoiceProps, 'counts'>

const OnSale = ({ filters, counts, onChange }: OnSaleProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: CheckBox is the control
  <label className="mt-1.5 flex min-h-8 cursor-pointer items-center gap-2.5 text-ui hover:text-text max-phone:min-h-10">
    <CheckBox
      name="sale"
      value="1"
      checked={filters.sale === '1'}
      onChange={(event) => onChange({ sale: event.target.checked ? '1' : '' })}
    />
    On sale
    <Count value="1" counts={counts} />
  </label>
)

/** A price range; it applies when the form is sent. */
function PriceRange({ filters }: { filters: Filters }) {
  const { min, max } = rangeOf(filters)
  return (
    <div className="mt-1.5 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-center gap-2">
      <PriceEnd name="min" label="From, in dollars" placeholder="$0" value={min} range={filters.price} />
      <span aria-hidden="true" className="text-sm text-faint">
        to
      </span>
      <PriceEnd name="max" label="To, in dollars" placeholder="$40" value={max} range={filters.price} />
      <Button type="submit" size="small" className="min-h-10" aria-label="Go, to this price range">
        Go
      </Button>
    </div>
  )
}

type PriceEndProps = {
  name: 'min' | 'max'
  label: string
  placeholder: string
  /** In dollars; empty for no limit. */
  value: string
  /** The price filter of the URL, one of whose ends is `value`. */
  range: string | undefined
}

/**
 * Another range in the URL replaces the typed text, even if this end is the same; text typed before the
 * scripts loaded stays. The element stays the same, so it keeps the focus.
 */
function PriceEnd({ label, value, range, ...rest }: PriceEndProps) {
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(range)
  useEffect(() => {
    if (!input.current || shown.current === range) return
    shown.current = range
    input.current.value = value
  }, [value, range])
  return (
    <TextInput
      {...rest}
      ref={input}
      aria-label={label}
      type="number"
      inputMode="decimal"
      min={0}
      max={1000}
      step={0.01}
      size="small"
      defaultValue={value}
      className="[appearance:textfield] px-2.5 [&::-webkit-inner-spin-button]:appearance-none"
    />
  )
}

/** Null before it is known. */
const countOf = (wanted: string, counts: Facets['tags'] | undefined): number | null =>
  counts ? (counts.find(({ value }) => value === wanted)?.count ?? 0) : null

/** How many games a value would leave; empty before it is known, in a reserved place. */
function Count({ value, counts }: { value: string; counts: Facets['tags'] | undefined }) {
  const count = countOf(value, counts)
  return (
    <span className="ml-auto min-w-9 flex-none text-right text-sm text-faint">
      {count !== null && (
        <>
          <span className="sr-only">, </span>
          {showFacetCount(count)}
          <span className="sr-only"> games</span>
        </>
      )}
    </span>
  )
}
