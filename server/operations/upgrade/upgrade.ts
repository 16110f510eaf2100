/** Brings a new version of the store into service beside the one that runs, and back. */
import { existsSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { showVersion, versionOf } from '../../platform/version.ts'

/** The machine's functions for an upgrade; tests fake them. */
export type Machine = {
  /** Runs a command as the store's user in a folder. @returns its output @throws when it fails */
  asStore(folder: string, command: string[]): string
  /** Runs a command of root's. */
  asRoot(command: string[]): string
  /** Whether the web process on this port is ready within a minute. */
  isReady(port: number): Promise<boolean>
  /** The owner's own texts (`CONTENT_DIR`). */
  contentDir: string
  /** The errors of a version's settings check; empty when it starts with them. */
  settingsProblems(folder: string): Promise<string>
  /** The migrations that the database has had. */
  migrationsDone(): Promise<string[]>
  say(sentence: string): void
}

/** Thrown, with a text for the owner, when nothing was changed, or everything was rolled back. */
export class NotUpgraded extends Error {}

const NOTES_MOST = 40
/** Files that the running version may still need. */
const TAKES_AWAY =
  /\b(?:drop\s+(?:table|column|view|function)|rename\s+(?:to|column)|alter\s+column\s+\S+\s+type)\b/i

/**
 * Installs the newest version of the store's branch in a folder of its own beside the one that runs, then restarts one
 * process after another in it. `current` is a link to the folder in service; the one before stays, to go back to. When a
 * process does not become ready, all go back.
 * @throws NotUpgraded
 */
export async function upgrade(current: string, machine: Machine): Promise<void> {
  const before = folderOf(current)
  const { base, target } = newestCommit(before, machine)
  keepTextsOfPrevious(current, machine)
  keepTexts(before, base, machine)
  if (target === base) return machine.say('This is already the newest version.')
  const next = `${resolve(current)}-${target.slice(0, 12)}`
  reportNotes(before, target, machine)
  logChangedTexts(before, { base, target }, machine)
  install(before, next, target, machine)
  await checkSettings(next, machine)
  await checkMigrations(before, next, machine)
  await putInService(current, { next, before }, machine)
  removeOld(current, [next, before], machine)
  machine.say(
    `Version ${named(next)} is in service. Look with: npm run doctor. Go back with: npm run upgrade -- --back`,
  )
}

/** Puts the previous version into service again. The database stays as it is, because that version can use it. @throws NotUpgraded */
export async function goBack(current: string, machine: Machine): Promise<void> {
  const before = folderOf(current)
  const previous = `${resolve(current)}-previous`
  if (!existsSync(previous)) throw new NotUpgraded('There is no version before this one on this machine.')
  await reportRemovals({ next: folderOf(previous), before }, machine)
  await putInService(current, { next: folderOf(previous), before }, machine)
  machine.say(`Version ${named(folderOf(current))} is in service again.`)
}

function folderOf(link: string): string {
  try {
    return resolve(dirname(link), readlinkSync(link))
  } catch {
    throw new NotUpgraded(
      `${link} is a folder, and has to be a link to one, so that processes which run keep theirs. Once, and in a quiet hour: ` +
        `mv ${link} ${link}-first && ln -s ${basename(link)}-first ${link} && systemctl restart 'nofiller-*'`,
    )
  }
}

/**
 * The newest commit of the branch that is followed, and the one of it that this copy is based on. Commits of this copy alone may
 * change texts, which are kept; all other changes would be lost.
 * @throws NotUpgraded
 */
function newestCommit(before: string, { asStore }: Machine): { base: string; target: string } {
  asStore(before, ['git', 'fetch', '--quiet'])
  const target = asStore(before, ['git', 'rev-parse', '@{upstream}']).trim()
  const base = asStore(before, ['git', 'merge-base', 'HEAD', target]).trim()
  const others = namesIn(asStore(before, ['git', 'diff', '--name-only', '-z', base, 'HEAD'])).filter(
    (path) => !path.startsWith(TEXTS),
  )
  if (others.length > 0)
    throw new NotUpgraded(
      `The new version does not follow from this one: this copy has commits of its own, which change ${others.join(', ')}.`,
    )
  return { base, target }
}

const TEXTS = 'content/'

const namesIn = (output: string): string[] => output.split('\0').filter((name) => name !== '')

/** Copies texts that were edited in the checkout, committed or not, to where an upgrade leaves them alone, and names each. */
function keepTexts(before: string, base: string, { asStore, asRoot, contentDir, say }: Machine): void {
  const tracked = ['git', 'diff', '--name-only', '--no-renames', '-z', base, '--', TEXTS]
  const added = ['git', 'ls-files', '--others', '--exclude-standard', '-z', '--', TEXTS]
  const edited = [tracked, added].flatMap((command) => namesIn(asStore(before, command)))
  for (const path of edited.filter((name) => name.endsWith('.md') && name !== `${TEXTS}README.md`)) {
    const own = join(contentDir, path.slice(TEXTS.length))
    if (existsSync(own)) {
      say(`${path} was edited here, but visitors read ${own}, which stays as it is.`)
      continue
    }
    const isRemoved = !existsSync(join(before, path))
    asRoot(['install', '-D', '--mode=0644', isRemoved ? '/dev/null' : join(before, path), own])
    say(`${path} was ${isRemoved ? 'removed' : 'edited'} here: kept as ${own}. Edit it there from now on.`)
  }
}

/** An upgrade by a version before this one left edited texts in the folder that it replaced. */
function keepTextsOfPrevious(current: string, machine: Machine): void {
  const previous = `${resolve(current)}-previous`
  if (existsSync(machine.contentDir) || !existsSync(previous)) return
  const folder = folderOf(previous)
  const base = machine.asStore(folder, ['git', 'merge-base', 'HEAD', '@{upstream}']).trim()
  keepTexts(folder, base, machine)
  if (existsSync(machine.contentDir)) machine.say("Show them with: systemctl restart 'nofiller-web@*'")
}

/** Names the owner's own texts in whose place the store brings another one now. */
function logChangedTexts(
  before: string,
  { base, target }: { base: string; target: string },
  { asStore, contentDir, say }: Machine,
): void {
  const changed = namesIn(asStore(before, ['git', 'diff', '--name-only', '-z', base, target, '--', TEXTS]))
  const own = changed
    .map((path) => join(contentDir, path.slice(TEXTS.length)))
    .filter((path) => existsSync(path))
  if (own.length > 0)
    say(`The new version changes texts of which you have your own, so compare them: ${own.join(', ')}`)
}

function reportNotes(before: string, target: string, { asStore, say }: Machine): void {
  const notes = asStore(before, ['git', 'log', '--format=- %s', `HEAD..${target}`])
    .trim()
    .split('\n')
  say(`New since version ${named(before)}:`)
  for (const note of notes.slice(0, NOTES_MOST)) say(note)
  if (notes.length > NOTES_MOST) say(`and ${notes.length - NOTES_MOST} more.`)
}

/** A half-built folder of an earlier upgrade is built again. */
function install(before: string, next: string, target: string, { asStore, asRoot, say }: Machine): void {
  const origin = asStore(before, ['git', 'remote', 'get-url', 'origin']).trim()
  const branch = asStore(before, ['git', 'rev-parse', '--abbrev-ref', 'HEAD']).trim()
  say(`Building in ${next} ...`)
  rmSync(next, { recursive: true, force: true })
  const owner = asRoot(['stat', '--format=%u:%g', before]).trim()
  asRoot(['install', '-d', next])
  asRoot(['chown', owner, next])
  asStore(next, ['git', 'clone', '--quiet', '--branch', branch, before, '.'])
  asStore(next, ['git', 'remote', 'set-url', 'origin', origin])
  asStore(next, ['git', 'fetch', '--quiet'])
  asStore(next, ['git', 'reset', '--quiet', '--hard', target]) // a copy with commits of its own leaves them behind
  asStore(next, ['npm', 'ci', '--no-audit', '--no-fund'])
  asStore(next, ['npm', 'run', 'build'])
  asStore(next, ['npm', 'run', 'slim'])
}

/** A version may need a setting that the one before did without. */
async function checkSettings(next: string, { settingsProblems }: Machine): Promise<void> {
  const problems = await settingsProblems(next)
  if (problems !== '')
    throw new NotUpgraded(
      `Version ${named(next)} cannot start with these settings, so nothing was restarted. Change them and upgrade again:\n${problems}`,
    )
}

/**
 * The running version continues with the new tables until its last process is restarted, so removals are reported
 * before. A database that knows more than the new version is of another one.
 */
async function checkMigrations(
  before: string,
  next: string,
  { migrationsDone, say }: Machine,
): Promise<void> {
  const done = await migrationsDone()
  const known = migrationsOf(next)
  const unknown = done.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new NotUpgraded(
      `The database has had migrations that the new version does not know: ${unknown.join(', ')}. Nothing was restarted.`,
    )
  const pending = known.filter((name) => !done.includes(name))
  if (pending.length > 0)
    say(`The first process that starts runs ${pending.length} migrations: ${pending.join(', ')}.`)
  const taking = removingMigrations(next, pending)
  if (taking.length > 0)
    say(
      `${taking.join(', ')} change what version ${named(before)} may read: until its last process is restarted, some ` +
        'requests may fail, and going back may need the backup.',
    )
}

/** A rollback leaves the database as it is, so the previous version may miss what a migration removed. */
async function reportRemovals({ next, before }: Versions, { migrationsDone, say }: Machine): Promise<void> {
  const known = migrationsOf(next)
  const later = (await migrationsDone()).filter((name) => !known.includes(name))
  const taking = removingMigrations(
    before,
    later.filter((name) => migrationsOf(before).includes(name)),
  )
  if (taking.length > 0)
    say(
      `${taking.join(', ')} took away what version ${named(next)} may read. If requests fail, restore the backup from before ` +
        'the upgrade ("Restore" in docs/operating.md): orders since then are lost to the store.',
    )
}

const removingMigrations = (folder: string, migrations: readonly string[]): string[] =>
  migrations.filter((name) => TAKES_AWAY.test(readFileSync(join(folder, MIGRATIONS, `${name}.sql`), 'utf8')))

const MIGRATIONS = 'server/migrations'

const migrationsOf = (folder: string): string[] =>
  readdirSync(join(folder, MIGRATIONS))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace('.sql', ''))
    .sort()

type Versions = { next: string; before: string }

/** One web process after the other, so that the rest answer meanwhile; payouts last. */
async function putInService(current: string, { next, before }: Versions, machine: Machine): Promise<void> {
  const units = webUnits(machine)
  if (units.length === 0) throw new NotUpgraded('No unit nofiller-web@PORT runs on this machine.')
  pointTo(current, next)
  const failed = await firstUnready(units, machine)
  if (failed) {
    pointTo(current, before)
    const stuck = await firstUnready(units.slice(0, units.indexOf(failed) + 1), machine)
    throw new NotUpgraded(
      `${failed} did not become ready: look at journalctl -u ${failed}. ` +
        (stuck
          ? `Version ${named(before)} is back, but ${stuck} is not ready with it either.`
          : `Version ${named(before)} is back in service.`),
    )
  }
  pointTo(`${resolve(current)}-previous`, before)
  machine.asRoot(['systemctl', 'try-restart', 'nofiller-payouts.service'])
}

const webUnits = ({ asRoot }: Machine): string[] =>
  [
    ...asRoot([
      'systemctl',
      'list-units',
      '--plain',
      '--no-legend',
      '--state=active',
      'nofiller-web@*',
    ]).matchAll(/^nofiller-web@\d+\.service/gm),
  ].map(([unit]) => unit)

/** Restarts units in turn, each once the one before is ready. @returns the first that does not become ready */
async function firstUnready(units: string[], { asRoot, isReady, say }: Machine): Promise<string | null> {
  for (const unit of units) {
    asRoot(['systemctl', 'restart', unit])
    if (!(await isReady(Number(/@(\d+)/.exec(unit)?.[1])))) return unit
    say(`${unit} is ready.`)
  }
  return null
}

/** Replaces a link at once: there is no moment without it. */
function pointTo(link: string, folder: string): void {
  const temporaryLink = `${resolve(link)}.new`
  rmSync(temporaryLink, { force: true })
  symlinkSync(folder, temporaryLink)
  renameSync(temporaryLink, link)
}

/** Removes folders of versions that nothing points to any more. */
function removeOld(current: string, retained: string[], { say }: Machine): void {
  const folder = dirname(resolve(current))
  const start = `${basename(current)}-`
  const old = readdirSync(folder).filter(
    (name) =>
      name.startsWith(start) &&
      /^(?:[0-9a-f]{12}|first)$/.test(name.slice(start.length)) &&
      !retained.includes(join(folder, name)),
  )
  for (const name of old) {
    rmSync(join(folder, name), { recursive: true })
    say(`Removed ${name}, which is older than the version before.`)
  }
}

const named = (folder: string): string => showVersion(versionOf(folder))
