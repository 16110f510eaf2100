import type { Finding } from '@nofiller/contract/checks/findings'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { call } from '../../../api/client.ts'
import { useAction } from '../../../api/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import {
  IconCheck,
  IconCircleAlert,
  IconCircleInfo,
  IconClock,
  IconTriangleAlert,
} from '../../../ui/icons.tsx'
import { Box, namesOf } from './consequences.tsx'
import type { ReleaseForm } from './release-form.ts'

type ChecksProps = {
  form: ReleaseForm
  gameId: string
  releaseId: string | null
  onChecked: (release: OwnRelease) => void
}

/** What the store found in the builds of a draft: what blocks first. */
export function Checks({ form: { files, stored }, gameId, releaseId, onChecked }: ChecksProps) {
  const rows = files.flatMap((row) => {
    const build = stored[row.id]
    return build ? [{ row, build }] : []
  })
  const mean = useAction(
    async ({ finding, isMeant }: { finding: Finding; isMeant: boolean }) => {
      const { id, where, buildId } = finding
      const named = { params: { id: gameId }, body: { id, where, buildId } }
      if (isMeant) await call('POST /api/games/:id/preflight/acknowledgements', named)
      else await call('DELETE /api/games/:id/preflight/acknowledgements', named)
      return releaseId && call('GET /api/releases/:releaseId', { params: { releaseId } })
    },
    { onDone: (release) => release && onChecked(release) },
  )
  return (
    <Box title="Checks">
      <div role="status">
        <ul className="divide-y divide-line">
          {rows.length === 0 && (
            <li className="px-4 py-3 text-ui text-muted">Each file is checked once it is uploaded.</li>
          )}
          {rows.flatMap(({ row, build }) =>
            build.findings.map((finding) => (
              <FindingRow
                key={`${row.id} ${finding.id}`}
                finding={finding}
                busy={mean.busy}
                onMean={(isMeant) => mean.press({ finding, isMeant })}
              />
            )),
          )}
          {rows
            .filter(({ build }) => build.findings.length === 0)
            .map(({ row, build }) => (
              <li key={row.id} className={ROW}>
                {build.isChecked ? (
                  <IconCheck className="mt-0.5 text-go" />
                ) : (
                  <IconClock className="mt-0.5 text-faint" />
                )}
                <span className="min-w-0 wrap-anywhere">
                  <b className="font-semibold">{namesOf([row])}</b>:{' '}
                  {build.isChecked ? 'ready' : 'being checked'}
                </span>
              </li>
            ))}
        </ul>
      </div>
    </Box>
  )
}

const ROW = 'grid grid-cols-[18px_minmax(0,1fr)] gap-2.5 px-4 py-3 text-ui'

const LEVELS = {
  blocks: { name: 'Blocks', icon: <IconCircleAlert className="mt-0.5 text-bad" /> },
  warns: { name: 'Warning', icon: <IconTriangleAlert className="mt-0.5 text-warn" /> },
  note: { name: 'Note', icon: <IconCircleInfo className="mt-0.5 text-faint" /> },
}
const MEANT = { name: 'Meant so', icon: <IconCheck className="mt-0.5 text-go" /> }

type FindingRowProps = { finding: Finding; busy: boolean; onMean: (isMeant: boolean) => void }

function FindingRow({ finding, busy, onMean }: FindingRowProps) {
  const { name, icon } = finding.acknowledged ? MEANT : LEVELS[finding.level]
  return (
    <li className={ROW}>
      {icon}
      <div className="min-w-0 wrap-anywhere">
        <span className="sr-only">{name}: </span>
        <b className="font-semibold">{finding.title}</b>
        <p className="text-sm text-muted">{finding.sentence}</p>
        {finding.level === 'warns' && (
          <Button size="small" className="mt-2" busy={busy} onClick={() => onMean(!finding.acknowledged)}>
            {finding.acknowledged ? 'Take back' : 'It is meant so'}
            <span className="sr-only">: {finding.title}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
