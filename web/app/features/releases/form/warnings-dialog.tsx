import type { Finding } from '@nofiller/contract/checks/findings'
import { plural } from '@nofiller/contract/text/digits'
import { useAction } from '../../../api/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FindingRow } from '../../checks/finding-row.tsx'
import { meanSo } from '../../checks/use-checks.ts'

type WarningsDialogProps = {
  gameId: string
  warnings: readonly Finding[]
  onPublish: () => void
  onClose: () => void
}

/** Asks once about open warnings; going on says of each that it is meant so. */
export function WarningsDialog({ gameId, warnings, onPublish, onClose }: WarningsDialogProps) {
  const publish = useAction(
    // One that was mended meanwhile is no longer there.
    () => Promise.allSettled(warnings.map((finding) => meanSo(gameId, finding, true))),
    { onDone: onPublish },
  )
  return (
    <Dialog
      title="Publish with open warnings?"
      width="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button kind="primary" busy={publish.busy} onClick={() => publish.press()}>
            Publish anyway
          </Button>
        </>
      }
    >
      <p>
        The checks found {plural(warnings.length, 'warning')}. If you publish, we take{' '}
        {warnings.length === 1 ? 'it' : 'them'} as meant so and don’t ask again.
      </p>
      <ul className="-mx-4 divide-y divide-line border-y border-line">
        {warnings.map((finding) => (
          <FindingRow key={[finding.id, finding.where, finding.buildId].join(' ')} finding={finding} />
        ))}
      </ul>
    </Dialog>
  )
}
