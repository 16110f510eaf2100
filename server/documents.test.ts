import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const tracked = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(ROOT, path)))

const SOURCES = tracked('*.ts', '*.tsx', '*.js', '*.sql', '*.css', '*.md')

const TESTS = tracked('*.test.ts', '*.test.tsx', '*.spec.ts')

/** Each place that cites a rule, as `path: rule`. */
function citations(pattern: RegExp): { path: string; rule: string }[] {
  return SOURCES.flatMap((path) =>
    [...read(path).matchAll(pattern)].flatMap(([, rules = '']) =>
      rules.split(', ').map((rule) => ({ path, rule })),
    ),
  )
}

const unresolved = (cited: { path: string; rule: string }[], rules: ReadonlySet<string>) =>
  cited.filter(({ rule }) => !rules.has(rule)).map(({ path, rule }) => `${path}: ${rule}`)

it('every cited requirement is in docs/requirements.md', () => {
  const rules = [...read('docs/requirements.md').matchAll(/^- \*\*(\d+\.\d+)\*\*/gm)].map(
    ([, rule = '']) => rule,
  )
  const cited = citations(/requirements (\d+\.\d+(?:, \d+\.\d+)*)/gi)
  expect(new Set(rules).size).toBe(rules.length)
  expect(cited.length).toBeGreaterThan(100)
  expect(unresolved(cited, new Set(rules))).toEqual([])
})

it('every cited security rule is in SECURITY.md', () => {
  const rules = [...read('SECURITY.md').matchAll(/\b([A-HR]\d{1,2})\b/g)].map(([, rule = '']) => rule)
  const cited = citations(/security ([A-HR]\d{1,2}(?:, [A-HR]\d{1,2})*)/g)
  expect(cited.length).toBeGreaterThan(50)
  expect(unresolved(cited, new Set(rules))).toEqual([])
})

it('every rule number in a test name is explained', () => {
  const explained = [
    ...read('SECURITY.md').matchAll(/\b([A-HR]\d{1,2})\b/g),
    ...read('docs/requirements.md').matchAll(/^- \*\*([A-Z]{1,2}\d{1,2})\*\*/gm),
  ]
  const rules = new Set(explained.map(([, rule = '']) => rule))
  const named = TESTS.flatMap((path) =>
    [...read(path).matchAll(/(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:(?!\1).)+)\1,/g)].flatMap(
      ([, , name = '']) => [...name.matchAll(/\b[A-Z]{1,3}\d{1,2}\b/g)].map(([rule]) => ({ path, rule })),
    ),
  )
  expect(named.length).toBeGreaterThan(500)
  expect(unresolved(named, rules.add('S3'))).toEqual([]) // S3 is an interface of object stores
})

it('every link in a document leads to a file', () => {
  const broken = tracked('*.md')
    .filter((path) => !path.startsWith('content/'))
    .flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
        .filter(([, target = '']) => !existsSync(join(ROOT, dirname(path), target)))
        .map(([, target]) => `${path}: ${target}`),
    )
  expect(broken).toEqual([])
})

it('docs/reliability.md lists each queue of jobs', () => {
  const worked = tracked('server/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => queuesIn(read(path)))
  const [, table = ''] = /^## Jobs\n([\s\S]*?)^## /m.exec(read('docs/reliability.md')) ?? []
  const listed = [...table.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, names = '']) => names.split(' · '))
  expect(listed.toSorted()).toEqual(worked.map((queue) => `\`${queue}\``).toSorted())
})

/** The queues that a source works on, by their names or by the names of its constants. */
const queuesIn = (source: string): string[] =>
  [...source.matchAll(/\bjobs\.(?:work|schedule)(?:<.*?>)?\(\s*(?:'([a-z-]+)'|(\w+))/g)].map(
    ([, queue, constant]) => queue ?? new RegExp(`const ${constant} = '([a-z-]+)'`).exec(source)?.[1] ?? '',
  )

it('the newest entry of CHANGELOG.md names the version of every package', () => {
  const [, newest] = /^## (.*)$/m.exec(read('CHANGELOG.md')) ?? []
  const versions = tracked('*package.json').flatMap((path) => JSON.parse(read(path)).version ?? [])
  expect(new Set(versions)).toEqual(new Set([newest]))
})

it('every decision is a short, dated record with a status, and the index lists it', () => {
  const records = tracked('docs/decisions/0*.md').toSorted()
  const listed = records.map((path) => {
    const record = read(path)
    const [, number, title, date, status] =
      /^# (\d{4})\. (.+)\n\n(\d{4}-\d\d-\d\d) · Status: (.+)\n/.exec(record) ?? []
    expect(record.split('\n').length, path).toBeLessThan(30)
    return `| [${number}](${path.split('/').at(-1)}) | ${title} | ${date} | ${status} |`
  })
  expect(read('docs/decisions/README.md')).toContain(`${listed.join('\n')}\n`)
})
