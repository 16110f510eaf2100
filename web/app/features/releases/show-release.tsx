import type { ReleaseState } from '@nofiller/contract/releases/release-rules'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { currentTime } from '../../ui/clock.ts'
import { IconArchive, IconUndo } from '../../ui/dashboard-icons.tsx'
import { IconCheck, IconCircleCheck, IconClock, IconEdit, IconTriangleAlert, icon } from '../../ui/icons.tsx'
import { Pill } from '../../ui/pill.tsx'

const IconCalendar = /* @__PURE__ */ icon('calendar')

const STATES = {
  draft: { name: 'Draft', kind: 'neutral', icon: <IconEdit /> },
  checking: { name: 'Checking', kind: 'warn', icon: <IconClock /> },
  failed: { name: 'Failed', kind: 'bad', icon: <IconTriangleAlert /> },
  ready: { name: 'Ready', kind: 'neutral', icon: <IconCheck /> },
  scheduled: { name: 'Scheduled', kind: 'neutral', icon: <IconCalendar /> },
  opening: { name: 'Opening', kind: 'info', icon: <IconClock /> },
  live: { name: 'Live', kind: 'go', icon: <IconCircleCheck /> },
  earlier: { name: 'Earlier', kind: 'neutral', icon: <IconArchive /> },
  withdrawn: { name: 'Withdrawn', kind: 'neutral', icon: <IconUndo /> },
} as const satisfies Record<ReleaseState, object>

/** The state of a release in a word. */
export function ReleaseStatePill({ state }: { state: ReleaseState }) {
  const { name, ...look } = STATES[state]
  return <Pill {...look}>{name}</Pill>
}

/** The states of a release that somebody has, or had. */
export const WAS_OPEN: readonly ReleaseState[] = ['opening', 'live', 'earlier', 'withdrawn']

/** Whether supporters were told when a release opens that nobody has yet. */
export const isAnnounced = ({ state, steps }: Pick<OwnRelease, 'state' | 'steps'>): boolean =>
  state === 'scheduled' && steps.some(({ audience }) => audience === 'supporters')

/** Now, but not before a step that the store says is open: a browser's clock may be a second behind the store's. */
export function shownAt({ steps, nextStep }: Pick<OwnRelease, 'steps' | 'nextStep'>): Date {
  const now = currentTime()
  const open = steps.findLast(({ opensAt }) => nextStep !== null && opensAt < nextStep.opensAt)
  return open && Date.parse(open.opensAt) > now.getTime() ? new Date(open.opensAt) : now
}

/** What a release that was published has become. */
export const publishedWords = (label: string, state: ReleaseState): string =>
  (
    ({ scheduled: `${label} is scheduled.`, opening: `${label} is opening.` }) as Partial<
      Record<ReleaseState, string>
    >
  )[state] ?? `${label} is live.`

/** What a release says of saves, in a few words. */
export const savesText = ({ saves, savesFrom }: Pick<OwnRelease, 'saves' | 'savesFrom'>): string =>
  ({
    all: 'Old saves work',
    from: `Work from ${savesFrom ?? 'an earlier release'} on`,
    none: 'Old saves do not work',
    unknown: 'Not said',
  })[saves]

/** `Windows, Mac and Linux`. */
const LIST = new Intl.ListFormat('en-US')
export const namesOf = (files: OwnRelease['files']): string =>
  LIST.format([...new Set(files.map(({ device, name }) => (device === 'Other' ? name : device)))])
