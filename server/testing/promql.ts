/** As much of Prometheus' query language as the alerts and the dashboard in deploy/ use: read, and worked out on series of a test. */

export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'series'; name: string; labels: Labels; rangeSeconds: number }
  | { kind: 'call'; name: string; by: string[]; of: Expression[] }
  | { kind: 'operation'; operator: string; left: Expression; right: Expression }

export type Labels = Record<string, string>
/** A series of a test: its value at a second. */
export type Series = { name: string; labels: Labels; at(second: number): number }
export type Sample = { labels: Labels; value: number }

/** Operators, those that bind least first. */
const LEVELS = [['and'], ['==', '<=', '>=', '<', '>'], ['+', '-'], ['*', '/']]
const COMPARED: Record<string, (left: number, right: number) => boolean> = {
  '==': (left, right) => left === right,
  '<=': (left, right) => left <= right,
  '>=': (left, right) => left >= right,
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
}
const COMPUTED: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
}
const AGGREGATED: Record<string, (values: number[]) => number> = {
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
}
/** What each call takes; only a rate is taken of a range. */
const PARAMETERS: Record<string, number> = {
  ...{ max: 1, min: 1, sum: 1, topk: 2 },
  ...{ rate: 1, time: 0, histogram_quantile: 2 },
}
const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** @throws SyntaxError that says what is wrong where */
export function parseQuery(text: string): Expression {
  const tokens = text.match(/"[^"]*"|\d+[smhd]\b|\d+(?:\.\d+)?|\w+|[=!<>]=|\S/g) ?? []
  let next = 0
  const wrong = (what: string) => new SyntaxError(`${what} at word ${next + 1} of: ${text}`)
  const take = (expected?: string): string => {
    const token = tokens[next]
    if (token === undefined || (expected !== undefined && token !== expected))
      throw wrong(`${expected ?? 'something'} is missing`)
    next += 1
    return token
  }
  const takeList = <T>(end: string, one: () => T): T[] => {
    const all: T[] = []
    while (tokens[next] !== end) {
      if (all.length > 0) take(',')
      all.push(one())
    }
    take(end)
    return all
  }
  const takeName = () => {
    const name = take()
    if (!/^[a-z_]\w*$/i.test(name)) throw wrong('a name is missing')
    return name
  }

  const operation = (level: number): Expression => {
    const operators = LEVELS[level]
    if (!operators) return operand()
    let left = operation(level + 1)
    while (operators.includes(tokens[next] ?? ''))
      left = { kind: 'operation', operator: take(), left, right: operation(level + 1) }
    return left
  }
  const operand = (): Expression => {
    const token = tokens[next] ?? ''
    if (/^\d+(?:\.\d+)?$/.test(token)) return { kind: 'number', value: Number(take()) }
    if (token === '(') {
      take('(')
      const inner = operation(0)
      take(')')
      return inner
    }
    const name = takeName()
    return tokens[next] === '(' || tokens[next] === 'by' ? call(name) : series(name)
  }
  const call = (name: string): Expression => {
    let by: string[] = []
    if (tokens[next] === 'by') {
      take('by')
      take('(')
      by = takeList(')', takeName)
    }
    take('(')
    const of = takeList(')', () => operation(0))
    if (PARAMETERS[name] !== of.length) throw wrong(`${name} with ${of.length} parameters is unknown`)
    if (by.length > 0 && !AGGREGATED[name]) throw wrong(`${name} takes no "by"`)
    if ((name === 'rate') !== of.some(isRange)) throw wrong(`${name} is asked of the wrong thing`)
    return { kind: 'call', name, by, of }
  }
  const series = (name: string): Expression => {
    const labels = Object.fromEntries(tokens[next] === '{' ? takeLabels() : [])
    if (tokens[next] !== '[') return { kind: 'series', name, labels, rangeSeconds: 0 }
    take('[')
    const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(take()) ?? []
    if (!count) throw wrong('a time is missing')
    take(']')
    return { kind: 'series', name, labels, rangeSeconds: Number(count) * (SECONDS[unit] ?? 0) }
  }
  const takeLabels = () => {
    take('{')
    return takeList('}', label)
  }
  const label = (): [string, string] => {
    const name = takeName()
    take('=')
    const value = take()
    if (!value.startsWith('"')) throw wrong('a quoted text is missing')
    return [name, value.slice(1, -1)]
  }

  const parsed = operation(0)
  if (next < tokens.length) throw wrong(`${tokens[next]} is too much`)
  if (isRange(parsed)) throw wrong('a range has no value')
  return parsed
}

const isRange = (expression: Expression): boolean =>
  expression.kind === 'series' && expression.rangeSeconds > 0

/** All series that a query asks for, and each label that it names. */
export function namesIn(expression: Expression): { metrics: string[]; labels: string[] } {
  switch (expression.kind) {
    case 'number':
      return { metrics: [], labels: [] }
    case 'series':
      return { metrics: [expression.name], labels: Object.keys(expression.labels) }
    case 'call':
      return joined([{ metrics: [], labels: expression.by }, ...expression.of.map(namesIn)])
    case 'operation':
      return joined([namesIn(expression.left), namesIn(expression.right)])
  }
}

const joined = (all: ReturnType<typeof namesIn>[]) => ({
  metrics: all.flatMap(({ metrics }) => metrics),
  labels: all.flatMap(({ labels }) => labels),
})

/** What a query answers at a second: a number, or a sample of each series. */
export function answerTo(
  expression: Expression,
  series: readonly Series[],
  second: number,
): number | Sample[] {
  const valueHere = (inner: Expression) => answerTo(inner, series, second)
  switch (expression.kind) {
    case 'number':
      return expression.value
    case 'series':
      return series
        .filter(({ name, labels }) => name === expression.name && agree(expression.labels, labels))
        .map(({ labels, at }) => ({ labels, value: changed(at, second, expression.rangeSeconds) }))
    case 'call': {
      const [of] = expression.of
      if (!of) return second // time()
      const samples = samplesOf(valueHere(of))
      const aggregate = AGGREGATED[expression.name]
      if (aggregate) return aggregated(samples, expression.by, aggregate)
      if (expression.name !== 'rate' || of.kind !== 'series')
        throw new Error(`${expression.name} is not worked out here`)
      return samples.map(({ labels, value }) => ({ labels, value: value / of.rangeSeconds }))
    }
    case 'operation':
      return operated(expression.operator, valueHere(expression.left), valueHere(expression.right))
  }
}

/** A value, or how far it went within a range that ends now. */
const changed = (at: Series['at'], second: number, rangeSeconds: number): number =>
  rangeSeconds === 0 ? at(second) : at(second) - at(Math.max(0, second - rangeSeconds))

const agree = (some: Labels, labels: Labels): boolean =>
  Object.entries(some).every(([name, value]) => labels[name] === value)

const sameLabels = (one: Labels, other: Labels): boolean => agree(one, other) && agree(other, one)

function samplesOf(value: number | Sample[]): Sample[] {
  if (typeof value === 'number') throw new Error('a number is no series')
  return value
}

function aggregated(samples: Sample[], by: string[], aggregate: (values: number[]) => number): Sample[] {
  const labelsBy = (labels: Labels) => Object.fromEntries(by.map((name) => [name, labels[name] ?? '']))
  return [...Map.groupBy(samples, ({ labels }) => JSON.stringify(labelsBy(labels))).values()].map(
    (group) => ({
      labels: labelsBy(group[0]?.labels ?? {}),
      value: aggregate(group.map(({ value }) => value)),
    }),
  )
}

/** A comparison keeps the samples for which it holds; the others pair samples of the same labels. */
function operated(operator: string, left: number | Sample[], right: number | Sample[]): number | Sample[] {
  const compare = COMPARED[operator]
  const compute = COMPUTED[operator]
  if (typeof left === 'number' && typeof right === 'number' && compute) return compute(left, right)
  if (typeof left === 'number' && compute)
    return samplesOf(right).map(({ labels, value }) => ({ labels, value: compute(left, value) }))
  const partner = (labels: Labels) =>
    typeof right === 'number' ? right : right.find((other) => sameLabels(labels, other.labels))?.value
  return samplesOf(left).flatMap(({ labels, value }) => {
    const other = partner(labels)
    if (other === undefined) return []
    if (compute) return [{ labels, value: compute(value, other) }]
    if (compare) return compare(value, other) ? [{ labels, value }] : []
    if (operator === 'and') return [{ labels, value }]
    throw new Error(`${operator} is not worked out here`)
  })
}
