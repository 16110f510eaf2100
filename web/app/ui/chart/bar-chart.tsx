import { type CSSProperties, type PointerEvent, useId, useState } from 'react'
import { Table } from '../list/table.tsx'
import { Panel } from '../page.tsx'
import { labeledAt, peakOf, ticksOf } from './chart-scale.ts'

export type ChartPoint = { key: string; label: string; value: number }

type ChartProps = {
  title: string
  /** The unit of a column, such as `Day`. */
  step: string
  /** Small text at the right of the title. */
  subtitle?: string
  points: readonly ChartPoint[]
  /** The color of the selected column: `1` for money and orders, `2` for downloads. */
  color?: 1 | 2
  /** A value in words. */
  show: (value: number) => string
  /** A value at the left edge, in a short form. */
  showTick?: (value: number) => string
  /** Whether only whole values occur. */
  areIntegers?: boolean
  /** What happened at a column, by its place. */
  marks?: readonly Mark[]
}

export type Mark = { place: number; label: string }

/**
 * Columns over time. The largest one shows its value above, or the one under the pointer or the arrow keys;
 * a screen reader announces each, and a table below contains all.
 */
export function BarChart(props: ChartProps) {
  const {
    title,
    step,
    subtitle,
    points,
    color = 1,
    show,
    showTick = show,
    areIntegers = true,
    marks = [],
  } = props
  const id = useId()
  const values = points.map(({ value }) => value)
  const peak = peakOf(values)
  const [chosen, choose] = useState<number | null>(null)
  const at = chosen !== null && chosen < points.length ? chosen : peak
  const ticks = ticksOf(Math.max(0, ...values), areIntegers)
  return (
    <Panel className="grid content-start gap-4">
      <figure aria-labelledby={id} className="grid grid-cols-1 gap-4">
        <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={id} className="text-md/5 font-650">
            {title}
          </h2>
          {subtitle && <span className="text-sm text-faint">{subtitle}</span>}
          <span className="sr-only">
            {sentenceOf(points, show, peak)}
            {marks.map(({ place, label }) => ` ${label}: ${points[place]?.label}.`)}
          </span>
        </figcaption>
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <Ticks ticks={ticks} show={showTick} />
          <div className="relative mt-5 h-45 rounded-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
            <Columns values={values} top={ticks.at(-1) ?? 1} at={at} color={color} />
            <Marks marks={marks} of={points.length} />
            <ValueAbove
              point={at === null ? undefined : points[at]}
              place={at ?? 0}
              count={points.length}
              top={ticks.at(-1) ?? 1}
            >
              {show}
            </ValueAbove>
            <ChartSlider title={title} points={points} show={show} at={at ?? 0} choose={choose} />
          </div>
          <Labels points={points} />
        </div>
      </figure>
      <ChartTable title={title} step={step} points={points} show={show} />
    </Panel>
  )
}

/** The chart in one sentence. */
function sentenceOf(points: readonly ChartPoint[], show: ChartProps['show'], peak: number | null): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return 'No figures.'
  const span = `${first.label} to ${last.label}`
  const most = peak === null ? undefined : points[peak]
  return most ? `${span}: most on ${most.label} with ${show(most.value)}.` : `${span}: nothing.`
}

/** The values of the lines, each beside its own. */
const Ticks = ({ ticks, show }: { ticks: readonly number[]; show: (value: number) => string }) => (
  <div
    aria-hidden="true"
    className="mt-5 flex h-45 flex-col-reverse justify-between text-right text-[11px]/0 text-faint"
  >
    {ticks.map((tick) => (
      <span key={tick}>{show(tick)}</span>
    ))}
  </div>
)

type ColumnsProps = { values: readonly number[]; top: number; at: number | null; color: 1 | 2 }
const COLORS = { 1: 'fill-chart-1', 2: 'fill-chart-2' }

/** Each column has an edge, so it is visible against the background without its color. */
function Columns({ values, top, at, color }: ColumnsProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${Math.max(values.length, 1)} 100`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {[0, 25, 50, 75, 100].map((y) => (
        <line
          key={y}
          x1="0"
          x2="100%"
          y1={y}
          y2={y}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
      ))}
      {values.map((value, place) => {
        const height = (value / top) * 100
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <g key={place}>
            <rect
              x={place + 0.14}
              y={100 - height}
              width={0.72}
              height={height}
              className={place === at ? COLORS[color] : 'fill-chart-0'}
            />
            {value > 0 && (
              <path
                d={`M${place + 0.14} ${100 - height}h.72`}
                vectorEffect="non-scaling-stroke"
                className="stroke-edge stroke-2"
              />
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** A dashed line for each place, with what happened there; of several at one place the first. */
const Marks = ({ marks, of }: { marks: readonly Mark[]; of: number }) =>
  marks
    .filter(({ place }, at) => marks.findIndex((mark) => mark.place === place) === at)
    .map(({ place, label }) => {
      const isLate = place > of / 2
      return (
        <span
          key={place}
          aria-hidden="true"
          translate="no"
          className={`pointer-events-none absolute -top-5 bottom-0 max-w-24 truncate border-dashed border-edge text-[11px]/4 text-muted ${isLate ? 'border-r pr-1.5' : 'border-l pl-1.5'}`}
          style={
            isLate
              ? { right: `${((of - place - 0.5) / of) * 100}%` }
              : { left: `${((place + 0.5) / of) * 100}%` }
          }
        >
          {label}
        </span>
      )
    })

type ValueAboveProps = {
  point: ChartPoint | undefined
  place: number
  count: number
  top: number
  children: (value: number) => string
}

/** The value of the selected column, above it, within the chart. */
function ValueAbove({ point, place, count, top, children: show }: ValueAboveProps) {
  if (!point) return null
  const across = (place + 0.5) / count
  const style: CSSProperties = {
    left: `${across * 100}%`,
    bottom: `${(point.value / top) * 100}%`,
    transform: `translateX(${-across * 100}%)`,
  }
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute mb-1 text-xs font-750 whitespace-nowrap"
      style={style}
    >
      {show(point.value)}
      <span className="font-400 text-muted"> {point.label}</span>
    </span>
  )
}

type ChartSliderProps = Pick<ChartProps, 'title' | 'points' | 'show'> & {
  at: number
  choose: (at: number | null) => void
}

/** An invisible slider over the columns: keys, touch and screen readers support one. */
function ChartSlider({ title, points, show, at, choose }: ChartSliderProps) {
  const point = points[at]
  const pointed = (event: PointerEvent<HTMLInputElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const place = Math.floor(((event.clientX - box.left) / box.width) * points.length)
    choose(Math.min(points.length - 1, Math.max(0, place)))
  }
  // After a touch it stays, so there is time to read it.
  const left = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') choose(null)
  }
  return (
    <input
      type="range"
      min={0}
      max={Math.max(points.length - 1, 0)}
      value={at}
      aria-label={`${title}, one by one`}
      aria-valuetext={point ? `${point.label}: ${show(point.value)}` : 'No figures'}
      onChange={(event) => choose(Number(event.target.value))}
      onPointerMove={pointed}
      onPointerDown={pointed}
      onPointerLeave={left}
      onBlur={() => choose(null)}
      className="absolute inset-0 size-full cursor-crosshair opacity-0"
    />
  )
}

/** Some of the columns' names, below them. */
function Labels({ points }: { points: readonly ChartPoint[] }) {
  return (
    <div aria-hidden="true" className="@container relative col-start-2 mt-2 h-4 text-[11px]/4 text-faint">
      {labeledAt(points.length).map(({ place, isAlways }) => {
        const across = (place + 0.5) / points.length
        return (
          <span
            key={place}
            className={`absolute whitespace-nowrap ${isAlways ? '' : '@max-md:hidden'}`}
            style={{ left: `${across * 100}%`, transform: `translateX(${-across * 100}%)` }}
          >
            {points[place]?.label}
          </span>
        )
      })}
    </div>
  )
}

/** The same figures as text. */
function ChartTable({ title, step, points, show }: Pick<ChartProps, 'title' | 'step' | 'points' | 'show'>) {
  return (
    <details>
      <summary className="cursor-pointer text-sm text-muted hover:text-text">
        Show as table<span className="sr-only">: {title}</span>
      </summary>
      <section
        aria-label={`${title} as table`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        className="mt-3 max-h-80 overflow-auto rounded-2 border border-line"
      >
        <Table
          label={title}
          columns={[
            { head: step, cell: ({ label }) => label },
            { head: title, cell: ({ value }) => show(value), align: 'right' },
          ]}
          rows={points}
          keyOf={({ key }) => key}
        />
      </section>
    </details>
  )
}
