import { EXPORT_DAYS } from '@nofiller/contract/personal-data/personal-data-rules'
import { showSize } from '@nofiller/contract/text/size'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { Panel } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { showMoment } from '../../../ui/when.ts'
import { useExport, useExportChanged } from './use-export.ts'

/** Requests a copy of all data about the user, and downloads it. */
export function DataExport() {
  const query = useExport()
  return (
    <Panel className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-md/5 font-650">Download your data</h2>
        <p className="text-sm text-faint">
          A ZIP file of everything we know about you: account, orders, library, messages and more. It does not
          include the games themselves. We email you when it is ready; you can download it for {EXPORT_DAYS}{' '}
          days.
        </p>
      </div>
      <QueryView query={query} error="Failed to load your data" skeleton={<Skeleton className="h-12" />}>
        {({ export: newest, nextAt }) => (
          <>
            {newest.state === 'preparing' && (
              <Note role="status">
                We are preparing your file. You can leave this page: an email tells you when it is ready.
              </Note>
            )}
            {newest.state === 'ready' && <Ready {...newest} />}
            {newest.state !== 'preparing' &&
              (nextAt === null ? (
                <Ask />
              ) : (
                <p className="text-sm text-faint">You can request a new copy from {showMoment(nextAt)}.</p>
              ))}
          </>
        )}
      </QueryView>
    </Panel>
  )
}

function Ask() {
  const exportChanged = useExportChanged()
  const form = useForm({
    initial: {},
    send: async () => {
      await call('POST /api/account/export')
      await exportChanged()
    },
  })
  return (
    <Form form={form} className="grid gap-4">
      <FormNote form={form} />
      <SubmitButton form={form} kind="secondary" className="justify-self-start">
        Request a copy
      </SubmitButton>
    </Form>
  )
}

function Ready({ sizeBytes, endsAt }: { sizeBytes: number; endsAt: string }) {
  const form = useForm({
    initial: {},
    send: () => call('POST /api/account/export/download'),
    onSent: ({ downloadUrl }) => window.location.assign(downloadUrl),
  })
  return (
    <Form form={form} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-sm">
          Ready: {showSize(sizeBytes)}. It is deleted on {showMoment(endsAt)}.
        </p>
        <SubmitButton form={form} kind="secondary">
          Download
        </SubmitButton>
      </div>
      <FormNote form={form} />
    </Form>
  )
}
