import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Parts that plug the domains together and may know all of them. */
const COMPOSITION = new Set([
  'app.ts',
  'parts.ts',
  'payout-process.ts',
  'main.ts',
  'store.ts',
  'monitoring',
  'admin',
  'demo',
  'testing',
  'web',
])

/** Shared by several domains: the age law of places, prices, and texts of any kind. */
const SHARED_RULES = ['age', 'pricing', 'text']

type Import = { from: string; to: string }

function importsOf(folder: string): Import[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /\.tsx?$/.test(path) && !/[\\/](?:node_modules|build|\.react-router)[\\/]/.test(path))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/(?:from|import)\(? ?'([^']+)'/g)].map(([, target = '']) => ({
        from: relative(ROOT, path).split(sep).join('/'),
        to: resolved(path, target),
      })),
    )
}

/** The path of one of the store's files, or the name of a package. */
function resolved(path: string, target: string): string {
  if (target.startsWith('.'))
    return relative(ROOT, join(dirname(path), target))
      .split(sep)
      .join('/')
  return target.replace(/^@nofiller\//, '')
}

const show = ({ from, to }: Import) => `${from} imports ${to}`
const inside = (path: string, folder: string) => path.startsWith(`${folder}/`)

const foldersOf = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name)
    .sort()

it('contract and web are divided into the same domains as the server', () => {
  const domains = new Set(foldersOf('server'))
  const strangers = (path: string) => foldersOf(path).filter((name) => !domains.has(name))
  expect(strangers('contract')).toEqual(SHARED_RULES)
  expect(strangers('web/app/features')).toEqual([])
})

it('contract imports nothing else of the repository', () => {
  const others = importsOf('contract').filter(({ to }) =>
    ['server', 'web', 'demo', 'tools'].some((part) => inside(to, part)),
  )
  expect(others.map(show)).toEqual([])
})

it('web imports neither server nor demo, and its components nothing else of web', () => {
  const web = importsOf('web')
  expect(web.filter(({ to }) => inside(to, 'server') || inside(to, 'demo')).map(show)).toEqual([])
  const kit = web.filter(({ from }) => inside(from, 'web/app/ui'))
  expect(kit.filter(({ to }) => inside(to, 'web/app') && !inside(to, 'web/app/ui')).map(show)).toEqual([])
})

it('the browser loads no schemas', () => {
  const schemas = new Set(
    importsOf('contract').flatMap(({ from, to }) => (to === 'zod' ? [from.replace('.ts', '')] : [])),
  )
  const values = readdirSync(join(ROOT, 'web/app'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.includes('.server.'))
    .flatMap((name) =>
      [
        ...readFileSync(join(ROOT, 'web/app', name), 'utf8').matchAll(
          /^import (?!type)[^']*'@nofiller\/([^']+)'/gm,
        ),
      ].map(([, to = '']) => ({ from: name, to })),
    )
  expect(values.filter(({ to }) => schemas.has(to)).map(show)).toEqual([])
})

it('the platform imports no domain', () => {
  const platform = importsOf('server').filter(({ from }) => inside(from, 'server/platform'))
  expect(
    platform.filter(({ to }) => inside(to, 'server') && !inside(to, 'server/platform')).map(show),
  ).toEqual([])
})

it('domains never import each other in a circle', () => {
  const domainOf = (path: string) => path.split('/')[1] ?? ''
  const isDomain = (name: string) => !COMPOSITION.has(name) && name !== 'platform' && name !== 'config.ts'
  const imports = importsOf('server')
    .filter(({ to }) => inside(to, 'server'))
    .map(({ from, to }) => ({ from: domainOf(from), to: domainOf(to) }))
    .filter(({ from, to }) => from !== to && isDomain(from) && isDomain(to))
  expect(circlesAmong(imports)).toEqual([])
})

it('files never import each other in a circle, not even for a type', () => {
  const imports = ['contract', 'server', 'web', 'demo'].flatMap(importsOf)
  const withExtension = (path: string) =>
    inside(path, 'contract') && !path.endsWith('.ts') ? `${path}.ts` : path
  expect(circlesAmong(imports.map(({ from, to }) => ({ from, to: withExtension(to) })))).toEqual([])
  expect(circlesAmong(['ab', 'bc', 'ac', 'cb'].map(([from = '', to = '']) => ({ from, to })))).toEqual([
    'b → c → b',
  ])
})

/** One path for each import that leads back to a file on the way to it: depth first, each file entered once. */
function circlesAmong(imports: Import[]): string[] {
  const importsOfFile = Map.groupBy(imports, ({ from }) => from)
  const circles: string[] = []
  const entered = new Set<string>()
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (entered.has(file)) return
    entered.add(file)
    for (const { to } of importsOfFile.get(file) ?? []) walk(to, [...path, file])
  }
  for (const file of importsOfFile.keys()) walk(file, [])
  return circles
}
