import { EXPORT_DAYS } from '@nofiller/contract/personal-data-rules'
import { showSize } from '@nofiller/contract/size'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Panel } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { showMoment } from '../../../ui/when.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { useExport, useExportChanged } from './use-export.ts'

/** Asks for a copy of all that the store knows of the user, and downloads it. */
export function DataExport() {
  const query = useExport()
  const exportChanged = useExportChanged()
  const [dialog, setDialog] = useState<'ask' | 'download' | null>(null)
  const close = () => setDialog(null)
  return (
    <Panel className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-md/5 font-650">Download your data</h2>
        <p className="text-sm text-faint">
          A ZIP file of everything we know about you: account, orders, library, messages and more. Not in it:
          the games themselves.
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
            {newest.state === 'ready' && (
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <p className="text-sm">
                  Ready: {showSize(newest.sizeBytes)}. It is deleted on {showMoment(newest.endsAt)}.
                </p>
                <Button onClick={() => setDialog('download')}>Download</Button>
              </div>
            )}
            {newest.state !== 'preparing' &&
              (nextAt === null ? (
                <Button className="justify-self-start" onClick={() => setDialog('ask')}>
                  Ask for a copy
                </Button>
              ) : (
                <p className="text-sm text-faint">You can ask for a new copy from {showMoment(nextAt)} on.</p>
              ))}
          </>
        )}
      </QueryView>
      {dialog === 'ask' && (
        <PasswordDialog
          title="Ask for a copy of your data"
          text={`We email you when it is ready. You can download it for ${EXPORT_DAYS} days.`}
          button="Ask for a copy"
          onClose={close}
          send={async (body) => {
            await call('POST /api/account/export', { body })
            await exportChanged()
          }}
        />
      )}
      {dialog === 'download' && (
        <PasswordDialog
          title="Download your data"
          text="Keep the file where nobody else finds it."
          button="Download"
          onClose={close}
          send={async (body) => {
            const { downloadUrl } = await call('POST /api/account/export/download', { body })
            window.location.assign(downloadUrl)
          }}
        />
      )}
    </Panel>
  )
}
