import { UNFOUNDED } from '@nofiller/contract/reports/report-rules'
import type { AdminCaseDetail } from '@nofiller/contract/reports/reports'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'

type UnfoundedProps = {
  caseId: string
  /** Whether the case was dismissed. */
  isDismissed: boolean
  report: AdminCaseDetail['said'][number]
}

/** Why a report was marked unfounded, or the button that marks a confirmed report of a dismissed case. */
export function Unfounded({ caseId, isDismissed, report }: UnfoundedProps) {
  const changed = useAdminChanged()
  const [isAsked, setAsked] = useState(false)
  const { number } = report
  if (report.unfounded !== null)
    return <p className="text-sm text-muted wrap-anywhere">Unfounded: {report.unfounded}</p>
  if (!isDismissed || !report.isConfirmed) return null
  const mark = async (reason: string) => {
    await call('POST /api/admin/reports/:id/unfounded', {
      params: { id: caseId },
      body: { number, reason },
    })
    await changed()
  }
  return (
    <>
      <Button
        size="small"
        className="justify-self-start"
        aria-label={`Mark ${number} as unfounded`}
        onClick={() => setAsked(true)}
      >
        Mark as unfounded
      </Button>
      {isAsked && (
        <ReasonDialog
          title="Mark as unfounded"
          text={`For reports that are clearly false or malicious. ${UNFOUNDED.warnFrom} of the last ${UNFOUNDED.lastDecided} earn a warning, ${UNFOUNDED.pauseFrom} more within ${UNFOUNDED.withinDays} days a pause of ${UNFOUNDED.pauseDays} days.`}
          button="Mark as unfounded"
          hint="The reporter reads it too."
          done={`${number} is marked as unfounded.`}
          act={mark}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
