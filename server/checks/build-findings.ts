import type { Device } from '@nofiller/contract/catalog/devices'
import { ENGINES, savesPlace } from '@nofiller/contract/checks/engines'
import { FINDING_LEVELS, type FoundWords, findingOf } from '@nofiller/contract/checks/finding-rules'
import { showCount } from '@nofiller/contract/text/digits'
import { showSize } from '@nofiller/contract/text/size'
import type { ArchiveContents, BuildContents, ProgramDevice } from '../platform/database/tables.ts'
import { PROGRAM_DEVICES } from './programs.ts'

/** A build in its place in a game. */
export type PlacedBuild = {
  name: string
  sizeBytes: number
  device: Device
  /** A file with a price of its own may be music or a book. */
  isExtra: boolean
}

export type FoundInBuild = FoundWords & { fix?: Record<string, string> }

/** What to tell of a build for the device that it is offered for (PF2). Pure. */
export function findingsOf(contents: BuildContents, build: PlacedBuild): FoundInBuild[] {
  const { problem, archive } = contents
  if (problem) return [problem]
  if (!archive) return []
  return [
    ...(build.isExtra ? [] : programFindings(archive, build)),
    ...shrunkFindings(archive, build),
    ...leftoverFindings(archive),
    ...(archive.secrets.length > 0 ? [findingOf('secrets', { names: AND.format(archive.secrets) })] : []),
    ...(build.isExtra ? [] : engineFindings(archive, build)),
  ]
}

function programFindings({ programs, archiveWithin }: ArchiveContents, build: PlacedBuild): FoundWords[] {
  const { device, name: file } = build
  if (!isProgramDevice(device)) return []
  if (device === 'Android' && programs.apkLacks !== null && programs.apkLacks.length > 0)
    return [findingOf('apk-incomplete', { file, missing: AND.format(programs.apkLacks) })]
  if (programs.devices.includes(device)) return unmarkedFindings(programs.unmarked, device)
  const others = programs.devices.filter((other) => other !== 'Web')
  if (others.length > 0) return [findingOf('wrong-device', { file, device, found: AND.format(others) })]
  if (programs.hasPage && PAGE_DEVICES.includes(device)) return []
  return archiveWithin === null
    ? [findingOf('no-program', { file, device })]
    : [findingOf('zip-in-zip', { name: archiveWithin })]
}

const isProgramDevice = (device: Device): device is ProgramDevice =>
  PROGRAM_DEVICES.some((known) => known === device)

/** A story that is a page starts on each of them. */
const PAGE_DEVICES: readonly Device[] = ['Windows', 'Mac', 'Linux']

function unmarkedFindings(unmarked: readonly ('Mac' | 'Linux')[], device: Device): FoundWords[] {
  if (device === 'Mac' && unmarked.includes(device)) return [findingOf('mac-not-executable', {})]
  if (device === 'Linux' && unmarked.includes(device)) return [findingOf('linux-not-executable', {})]
  return []
}

const SHRUNK_BELOW = 0.6
const GONE_ABOVE = 0.2

function shrunkFindings({ before }: ArchiveContents, { sizeBytes }: PlacedBuild): FoundWords[] {
  if (before === null) return []
  if (sizeBytes < SHRUNK_BELOW * before.sizeBytes)
    return [
      findingOf('shrunk-size', {
        percent: Math.round(100 * (1 - sizeBytes / before.sizeBytes)),
        before: showSize(before.sizeBytes),
        after: showSize(sizeBytes),
      }),
    ]
  if (before.gone <= GONE_ABOVE * before.files) return []
  return [
    findingOf('shrunk-files', {
      percent: Math.round((100 * before.gone) / before.files),
      gone: showCount(before.gone),
      before: showCount(before.files),
    }),
  ]
}

function leftoverFindings({ leftovers }: ArchiveContents): FoundWords[] {
  if (leftovers.length === 0) return []
  const sizeBytes = leftovers.reduce((sum, leftover) => sum + leftover.sizeBytes, 0)
  const what = AND.format(leftovers.map((leftover) => leftover.what))
  return [findingOf('leftovers', { what, size: showSize(sizeBytes) })]
}

function engineFindings({ engine }: ArchiveContents, { device }: PlacedBuild): FoundInBuild[] {
  const place = engine && savesPlace(engine, device)
  if (!engine || !place) return []
  const found = findingOf('engine', { engine: ENGINES[engine].name, place })
  return [{ ...found, fix: { savesNote: `Saves are in ${place}.` } }]
}

const AND = new Intl.ListFormat('en-US')

/** Those that block first, and notes last. */
export const byLevel = (one: FoundWords, other: FoundWords): number => rank(one) - rank(other)

const rank = ({ level }: FoundWords): number => FINDING_LEVELS.indexOf(level)
