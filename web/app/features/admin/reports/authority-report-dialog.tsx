import { AUTHORITY_MAX, AUTHORITY_TEXT } from '@nofiller/contract/reports/report-rules'
import type { SealedGame } from '@nofiller/contract/reports/reports'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'

/** Records, or corrects, that a person reported a sealed game to an authority. */
export function AuthorityReportDialog({ game, onClose }: { game: SealedGame; onClose: () => void }) {
  const changed = useAdminChanged()
  const { gameId, report } = game
  const form = useForm({
    initial: report ?? { authority: game.reportTo, reference: '', reportedOn: '' },
    check: ({ authority, reference, reportedOn }) => ({
      authority: authority.trim() === '' ? AUTHORITY_TEXT.authority : null,
      reference: reference.trim() === '' ? AUTHORITY_TEXT.reference : null,
      reportedOn: reportedOn === '' ? AUTHORITY_TEXT.reportedOn : null,
    }),
    send: async (body) => {
      await call('PUT /api/admin/sealed/:gameId/authority-report', { params: { gameId }, body })
      await changed()
    },
    onSent: () => {
      toast('Recorded. It will be kept for one year from that date.')
      onClose()
    },
  })
  return (
    <FormDialog form={form} title="Report to the authority" width="small" onClose={onClose} button="Save">
      <p>
        Send the report yourself first; the store sends nothing. {game.title} is kept for a year from that
        day.
      </p>
      <Field label="Reported to" {...form.field('authority')}>
        <TextInput required maxLength={AUTHORITY_MAX} />
      </Field>
      <Field label="Report number" {...form.field('reference')}>
        <TextInput required maxLength={AUTHORITY_MAX} />
      </Field>
      <Field label="Reported on" {...form.field('reportedOn')}>
        <TextInput type="date" required />
      </Field>
    </FormDialog>
  )
}
