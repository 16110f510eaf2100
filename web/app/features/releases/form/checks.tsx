import { sellerGamePath } from '@nofiller/contract/catalog/paths'
import type { Finding } from '@nofiller/contract/checks/findings'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { call } from '../../../api/client.ts'
import { useAction } from '../../../api/use-action.ts'
import { Button, TextLink } from '../../../ui/button.tsx'
import { IconCheck, IconClock } from '../../../ui/icons.tsx'
import { FINDING_ROW, FindingRow } from '../../checks/finding-row.tsx'
import { countedVerb, levelCounts } from '../../checks/level-counts.ts'
import { meanSo } from '../../checks/use-checks.ts'
import { Box, namesOf } from './consequences.tsx'
import type { ReleaseForm } from './release-form.ts'

type ChecksProps = {
  form: ReleaseForm
  gameId: string
  /** What the checks find on the game's page. */
  onPage: readonly Finding[]
  releaseId: string | null
  onChecked: (release: OwnRelease) => void
}

/** What the store found in the builds of a draft: what blocks first. */
export function Checks({ form: { files, stored }, gameId, onPage, releaseId, onChecked }: ChecksProps) {
  const rows = files.flatMap((row) => {
    const build = stored[row.id]
    return build ? [{ row, build }] : []
  })
  const mean = useAction(
    async ({ finding, isMeant }: { finding: Finding; isMeant: boolean }) => {
      await meanSo(gameId, finding, isMeant)
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
              <FindingRow key={`${row.id} ${finding.id}`} finding={finding}>
                {finding.level === 'warns' && (
                  <Button
                    size="small"
                    className="col-start-2 justify-self-start"
                    busy={mean.busy}
                    onClick={() => mean.press({ finding, isMeant: !finding.acknowledged })}
                  >
                    {finding.acknowledged ? 'Take back' : 'It is meant so'}
                    <span className="sr-only">: {finding.title}</span>
                  </Button>
                )}
              </FindingRow>
            )),
          )}
          {rows
            .filter(({ build }) => build.findings.length === 0)
            .map(({ row, build }) => (
              <li key={row.id} className={FINDING_ROW}>
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
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-line px-4 py-3 text-sm text-muted">
        <span>{pageLine(onPage)}</span>
        <TextLink to={`${sellerGamePath(gameId)}/checks`}>All checks</TextLink>
      </p>
    </Box>
  )
}

/** `On the page: 1 blocks, 2 warn.` */
function pageLine(onPage: readonly Finding[]): string {
  const { blocks, warns } = levelCounts(onPage)
  const parts = [
    ...(blocks > 0 ? [countedVerb(blocks, 'block')] : []),
    ...(warns > 0 ? [countedVerb(warns, 'warn')] : []),
  ]
  return parts.length === 0 ? 'Nothing to mend on the page.' : `On the page: ${parts.join(', ')}.`
}
