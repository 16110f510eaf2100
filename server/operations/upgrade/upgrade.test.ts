import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { goBack, type Machine, upgrade } from './upgrade.ts'

const UNITS = ['nofiller-web@3001.service', 'nofiller-web@3002.service']

let folder: string
let current: string
let said: string[]
/** The version that each process runs, by its unit: the current one at its last restart. */
let running: Map<string, string>
let restarts: string[]
/** Versions whose processes never become ready. */
let broken: string[]
let done: string[]
let problems: string

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'nofiller-upgrade-')))
  current = join(folder, 'nofiller')
  said = []
  restarts = []
  running = new Map()
  broken = []
  done = ['0001_first']
  problems = ''
  git(folder, 'init', '--quiet', '--initial-branch=main', 'origin')
  await release('1.0.0', { '0001_first': 'create table sample ();' })
  git(folder, 'clone', '--quiet', 'origin', 'nofiller-first')
  await symlink('nofiller-first', current)
})
afterEach(() => rm(folder, { recursive: true }))

function git(where: string, ...parameters: string[]): string {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.test']
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...parameters], {
    cwd: where,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** A version that can be fetched. */
async function release(version: string, migrations: Record<string, string> = {}): Promise<void> {
  const origin = join(folder, 'origin')
  await mkdir(join(origin, 'server/migrations'), { recursive: true })
  await writeFile(join(origin, 'package.json'), JSON.stringify({ version }))
  await mkdir(join(origin, 'content/devlog'), { recursive: true })
  await writeFile(join(origin, 'content/README.md'), 'Texts of the store')
  for (const name of ['terms', 'privacy', 'devlog/first'])
    await writeFile(join(origin, `content/${name}.md`), `${name} of ${version}`)
  for (const [name, statements] of Object.entries(migrations))
    await writeFile(join(origin, 'server/migrations', `${name}.sql`), statements)
  git(origin, 'add', '.')
  git(origin, 'commit', '--quiet', '-m', `Release ${version}`)
}

const versionInService = async (): Promise<string> =>
  JSON.parse(await readFile(join(current, 'package.json'), 'utf8')).version

/** Real folders and git; npm, systemd and processes are played. */
const machine: Machine = {
  asStore: (where, [program = '', ...parameters]) => (program === 'git' ? git(where, ...parameters) : ''),
  asRoot([program = '', ...parameters]) {
    if (program !== 'systemctl') {
      const { status, stdout, stderr } = spawnSync(program, parameters, { encoding: 'utf8' })
      if (status !== 0) throw new Error(stderr)
      return stdout
    }
    if (parameters[0] === 'list-units')
      return UNITS.map((unit) => `${unit} loaded active running The store\n`).join('')
    restarts.push(parameters.at(-1) ?? '')
    return ''
  },
  async isReady(port) {
    const version = await versionInService()
    if (broken.includes(version)) return false
    running.set(`nofiller-web@${port}.service`, version)
    return true
  },
  migrationsDone: async () => done,
  settingsProblems: async () => problems,
  get contentDir() {
    return join(folder, 'texts')
  },
  say: (sentence) => void said.push(sentence),
}

const versions = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^nofiller-(first|[0-9a-f]{12})$/.test(name))

it('an upgrade shows what is new and restarts the processes one by one in a new folder, payouts last', async () => {
  await release('1.1.0', { '0002_more': 'alter table sample add column more text;' })
  await upgrade(current, machine)
  expect(said).toContainEqual(
    expect.stringMatching(/^New since version 1\.0\.0 \([0-9a-f]{12} of \d{4}-\d\d-\d\d\):$/),
  )
  expect(said).toContain('- Release 1.1.0')
  expect(said).toContain('The first process that starts runs 1 migrations: 0002_more.')
  expect(said.join()).not.toContain('may fail')
  expect([...running]).toEqual(UNITS.map((unit) => [unit, '1.1.0']))
  expect(restarts).toEqual([...UNITS, 'nofiller-payouts.service'])
  expect(git(current, 'remote', 'get-url', 'origin').trim()).toBe(join(folder, 'origin'))

  await upgrade(current, machine)
  expect(said.at(-1)).toBe('This is already the newest version.')
  expect(restarts).toHaveLength(3)
})

it('an upgrade can be reverted and repeated', async () => {
  await expect(goBack(current, machine)).rejects.toThrow('no version before')
  await release('1.1.0')
  await upgrade(current, machine)
  await goBack(current, machine)
  expect([await versionInService(), running.get(UNITS[1] ?? '')]).toEqual(['1.0.0', '1.0.0'])
  await goBack(current, machine)
  expect(await versionInService()).toBe('1.1.0')
})

it('keeps the previous version, and no older one', async () => {
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
    await release(version)
    await upgrade(current, machine)
  }
  expect(await versions()).toHaveLength(2)
  await goBack(current, machine)
  expect(await versionInService()).toBe('1.2.0')
})

it('reverts by itself when a process of the new version does not become ready', async () => {
  await release('1.1.0')
  broken = ['1.1.0']
  await expect(upgrade(current, machine)).rejects.toThrow(
    /^nofiller-web@3001\.service did not become ready: look at journalctl -u nofiller-web@3001\.service\. Version 1\.0\.0 \(.*\) is back in service\.$/,
  )
  expect([await versionInService(), running.get(UNITS[0] ?? '')]).toEqual(['1.0.0', '1.0.0'])
  expect(restarts).toEqual([UNITS[0], UNITS[0]])
})

it('restarts nothing when the database belongs to another version', async () => {
  await release('1.1.0')
  done = ['0001_first', '0009_unknown']
  await expect(upgrade(current, machine)).rejects.toThrow(
    'does not know: 0009_unknown. Nothing was restarted.',
  )
  expect([await versionInService(), restarts]).toEqual(['1.0.0', []])
})

it('restarts nothing when the new version needs a missing setting', async () => {
  await release('1.1.0')
  problems = '  - SUPPORT_EMAIL is missing'
  await expect(upgrade(current, machine)).rejects.toThrow(
    /^Version 1\.1\.0 \(.*\) cannot start with these settings, so nothing was restarted\..*\n {2}- SUPPORT_EMAIL is missing$/,
  )
  expect([await versionInService(), restarts]).toEqual(['1.0.0', []])
  problems = ''
  await upgrade(current, machine)
  expect(await versionInService()).toBe('1.1.0')
})

it('warns before an upgrade that takes something away from the running version', async () => {
  await release('2.0.0', { '0002_less': 'alter table sample drop column more;' })
  await upgrade(current, machine)
  expect(said.join('\n')).toMatch(/0002_less change what version 1\.0\.0 \(.*\) may read/)
  done = ['0001_first', '0002_less']
  await goBack(current, machine)
  expect(said.join('\n')).toMatch(
    /0002_less took away what version 1\.0\.0 \(.*\) may read\..*restore the backup/,
  )
})

it('installs nothing over local commits', async () => {
  await writeFile(join(current, 'own'), '')
  git(current, 'add', '.')
  git(current, 'commit', '--quiet', '-m', 'Own')
  await release('1.1.0')
  await expect(upgrade(current, machine)).rejects.toThrow('commits of its own')
  expect(await versions()).toEqual(['nofiller-first'])
})

it('names texts that were edited in the checkout, keeps them, and continues', async () => {
  const edit = (path: string, text: string) => writeFile(join(current, 'content', path), text)
  await edit('terms.md', 'Our own terms')
  git(current, 'add', '.')
  git(current, 'commit', '--quiet', '-m', 'Our terms')
  await edit('privacy.md', 'Our own privacy policy')
  await edit('devlog/ours.md', 'Our news')
  await edit('README.md', 'A note')
  await rm(join(current, 'content/devlog/first.md'))
  await release('1.1.0')
  await upgrade(current, machine)

  const own = (path: string) => readFile(join(folder, 'texts', path), 'utf8')
  expect(await own('terms.md')).toBe('Our own terms')
  expect(await own('privacy.md')).toBe('Our own privacy policy')
  expect(await own('devlog/ours.md')).toBe('Our news')
  expect(await own('devlog/first.md')).toBe('') // removes the built-in one
  expect((await readdir(join(folder, 'texts'))).sort()).toEqual(['devlog', 'privacy.md', 'terms.md'])
  const words = said.join('\n')
  expect(words).toContain(`content/terms.md was edited here: kept as ${join(folder, 'texts/terms.md')}.`)
  expect(words).toContain('content/devlog/first.md was removed here: kept as')
  expect(words).toContain('changes texts of which you have your own, so compare them:')
  expect(await versionInService()).toBe('1.1.0')

  await edit('terms.md', 'Edited in the wrong place')
  await release('1.2.0')
  await upgrade(current, machine)
  expect(await own('terms.md')).toBe('Our own terms')
  expect(said.join('\n')).toContain('content/terms.md was edited here, but visitors read')
  expect(await versionInService()).toBe('1.2.0')
})

it('keeps texts that an upgrade by an earlier version left behind', async () => {
  await writeFile(join(current, 'content/terms.md'), 'Our own terms')
  await release('1.1.0')
  await upgrade(current, machine)
  await rm(join(folder, 'texts'), { recursive: true }) // an earlier version stored none
  await upgrade(current, machine)
  expect(await readFile(join(folder, 'texts/terms.md'), 'utf8')).toBe('Our own terms')
  expect(said.join('\n')).toContain("Show them with: systemctl restart 'nofiller-web@*'")
})

it('explains how to replace a folder by a link', async () => {
  await expect(upgrade(join(folder, 'nofiller-first'), machine)).rejects.toThrow(
    'is a folder, and has to be a link',
  )
})
