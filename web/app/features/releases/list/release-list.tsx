import { devicesOf } from '@nofiller/contract/catalog/devices'
import { sellerGamePath } from '@nofiller/contract/catalog/paths'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { openStep, windowWords } from '@nofiller/contract/releases/windows'
import { useId } from 'react'
import { Link } from 'react-router'
import { currentTime } from '../../../ui/clock.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Empty } from '../../../ui/list/empty.tsx'
import { List, showingOf } from '../../../ui/list/list.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { DeviceIcons } from '../../catalog/device-icon.tsx'
import { showLocal, showLocalDay, zoneAt } from '../local-time.ts'
import { ReleaseStatePill, shownAt } from '../show-release.tsx'
import { AUDIENCE_NAMES } from '../steps/step-fields.tsx'
import { OpenedRelease } from './opened-release.tsx'
import { ReleaseActions } from './release-actions.tsx'
import { type OpenedRow, useOpenedRow } from './use-opened-row.ts'
import { dueAt, isLate, useReleases } from './use-releases.ts'

/** All releases of a developer's game, each with what can be done with it. */
export function ReleaseList({ game }: { game: SellerGame }) {
  const releases = useReleases(game._id)
  const opened = useOpenedRow()
  const id = useId()
  const scheduled = releases.data?.filter(({ state }) => state === 'scheduled' || state === 'opening') ?? []
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="sr-only">
        Releases
      </h2>
      <List
        list={releases}
        error="Failed to load releases"
        skeleton={<Skeleton className="h-96" />}
        empty={
          <Empty title="No releases yet">
            Publish the game, or start a release: its files go live together.
          </Empty>
        }
      >
        {(rows) => (
          <Panel flush className="overflow-visible!">
            <Table
              label="Releases"
              columns={columnsOf(game, opened)}
              rows={rows}
              keyOf={({ id }) => id}
              openedOf={(release) =>
                opened.row?.id === release.id && (
                  <OpenedRelease
                    game={game}
                    release={release}
                    act={opened.row.act}
                    scheduled={scheduled}
                    onClose={opened.close}
                  />
                )
              }
            />
          </Panel>
        )}
      </List>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm">
        <p className="text-faint">“Have it” is the share of owners whose last download it was. Never who.</p>
        <p role="status" className="text-muted">
          {showingOf(releases)}
        </p>
      </div>
    </section>
  )
}

const columnsOf = (game: SellerGame, opened: OpenedRow): Column<OwnRelease>[] => [
  {
    head: 'Release',
    cell: (release) => (
      <div className="min-w-0">
        <Link
          to={`${sellerGamePath(game._id)}/releases/${release.id}`}
          translate="no"
          className="font-650 break-words no-underline hover:underline"
        >
          {release.label}
        </Link>
        <p className="text-sm text-muted wrap-anywhere">{lineOf(release)}</p>
      </div>
    ),
    card: { wide: true },
  },
  { head: 'State', cell: ({ state }) => <ReleaseStatePill state={state} /> },
  {
    head: 'Files',
    cell: ({ files }) => (
      <span className="text-muted">
        <DeviceIcons devices={devicesOf(files)} />
      </span>
    ),
    card: { align: 'right' },
  },
  {
    head: `When (${zoneAt(currentTime())})`,
    cell: (release) => <When release={release} />,
    card: { wide: true },
    className: 'text-muted bar:whitespace-nowrap',
  },
  {
    head: 'Have it',
    cell: ({ releasedAt, state, ownersShare }) =>
      releasedAt || state === 'opening' ? `${Math.round(100 * ownersShare)}%` : '',
    align: 'right',
    card: { labeled: true, align: 'left' },
    className: 'text-muted tabular-nums',
  },
  {
    head: 'Actions',
    cell: (release) => <ReleaseActions game={game} release={release} opened={opened} />,
    align: 'right',
  },
]

/** What matters of a release in its state, in one line. */
function lineOf(release: OwnRelease): string {
  const { state, steps, files, summary, withdrawnReason } = release
  const now = shownAt(release)
  switch (state) {
    case 'opening':
      return windowWords(steps, now, (opensAt) => showLocalDay(opensAt, now))
    case 'failed': {
      const failed = files.find(({ problem }) => problem !== null)
      return failed ? `${failed.name}: ${failed.problem}` : ''
    }
    case 'checking':
      return 'Its files are being checked'
    case 'draft':
      return files.length === 0 ? 'No files yet' : summary
    case 'ready':
      return summary || 'Its files are checked'
    case 'withdrawn':
      return `“${withdrawnReason}”`
    default:
      return summary || 'No notes were written'
  }
}

function When({ release }: { release: OwnRelease }) {
  const now = shownAt(release)
  const { state, steps, createdAt, releasedAt, replacedAt, withdrawnAt } = release
  const due = state === 'scheduled' ? dueAt(release) : null
  if (due && isLate(release, now)) return <span className="text-warn">Was due {showLocal(due, now)}</span>
  if (due) return `${steps[0] ? `${AUDIENCE_NAMES[steps[0].audience]} ` : ''}${showLocal(due, now)}`
  const open = state === 'opening' ? openStep(steps, now) : null
  if (open) return `${AUDIENCE_NAMES[open.audience]} since ${showLocal(open.opensAt, now)}`
  const since = releasedAt ?? (withdrawnAt && (steps[0]?.opensAt ?? null))
  if (!since) return `Saved ${showLocal(createdAt, now)}`
  const until = withdrawnAt ?? (state === 'earlier' ? replacedAt : null)
  return until ? `${showLocal(since, now)} to ${showLocal(until, now)}` : showLocal(since, now)
}
