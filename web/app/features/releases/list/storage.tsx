import { REASON_MAX, REASON_MISSING } from '@nofiller/contract/admin/admin-rules'
import type { GameStorage } from '@nofiller/contract/releases/seller-game'
import { plural } from '@nofiller/contract/text/digits'
import { showGigabytes } from '@nofiller/contract/text/size'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { useForm } from '../../../api/use-form.ts'
import { useUser } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { showDay } from '../../../ui/when.ts'
import { OldBuilds } from './old-builds.tsx'
import { StoragePanel } from './storage-panel.tsx'

const STORAGE = 'GET /api/dev/games/:id/storage'

/** What a game's builds need, and which of the older ones are for everybody. */
export function Storage({ gameId }: { gameId: string }) {
  const user = useUser()
  const storage = useCall(STORAGE, { params: { id: gameId }, enabled: user !== null })
  return (
    <QueryView query={storage} error="Failed to load storage" skeleton={<Skeleton className="h-60" />}>
      {(shown) => (
        <div className="grid grid-cols-1 items-start gap-6 bar:grid-cols-2">
          <OldBuilds gameId={gameId} oldBuilds={shown.oldBuilds} />
          <Usage gameId={gameId} storage={shown} />
        </div>
      )}
    </QueryView>
  )
}

/** The parts of the bar, in their order. */
const partsOf = ({ live, earlier, earlierReleases, drafts }: GameStorage) => [
  { name: 'Live', bytes: live, color: 'bg-go' },
  { name: `Earlier, ${plural(earlierReleases, 'release')}`, bytes: earlier, color: 'bg-chart-2' },
  { name: 'Drafts and failed', bytes: drafts, color: 'bg-warn' },
]

function Usage({ gameId, storage }: { gameId: string; storage: GameStorage }) {
  const user = useUser()
  const [isChanging, setChanging] = useState(false)
  const parts = partsOf(storage)
  const used = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  const whole = Math.max(used, storage.maxBytes)
  return (
    <StoragePanel
      title="Storage"
      line={`${showGigabytes(used).replace(' GB', '')} of ${showGigabytes(storage.maxBytes)}`}
    >
      <div aria-hidden="true" className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-line *:min-w-px">
        {parts.map(
          ({ name, bytes, color }) =>
            bytes > 0 && <span key={name} className={color} style={{ width: `${(100 * bytes) / whole}%` }} />,
        )}
      </div>
      <dl className="grid gap-2 text-ui">
        {parts.map(({ name, bytes, color }) => (
          <div key={name} className="flex items-baseline justify-between gap-3">
            <dt className="text-muted">
              <span aria-hidden="true" className={`mr-2.5 inline-block size-2.5 rounded-[2px] ${color}`} />
              {name}
            </dt>
            <dd className="font-650 tabular-nums">{showGigabytes(bytes)}</dd>
          </div>
        ))}
        {storage.owners > 0 && (
          <div className="flex items-baseline justify-between gap-3 border-t border-line pt-2">
            <dt className="text-muted">Kept for those who have it; does not count</dt>
            <dd className="font-650 tabular-nums">{showGigabytes(storage.owners)}</dd>
          </div>
        )}
      </dl>
      {storage.leaving && (
        <p className="text-sm text-muted">
          {plural(storage.leaving.builds, 'file')} of old versions, {showGigabytes(storage.leaving.bytes)},
          can be downloaded by nobody and will be removed from {showDay(storage.leaving.at)} on. To keep them,
          keep more old builds.
        </p>
      )}
      {user?.role === 'admin' && (
        <Button size="small" className="justify-self-start" onClick={() => setChanging(true)}>
          Change the limit
        </Button>
      )}
      {isChanging && <LimitDialog gameId={gameId} storage={storage} onClose={() => setChanging(false)} />}
    </StoragePanel>
  )
}

const GIB = 2 ** 30

type LimitDialogProps = { gameId: string; storage: GameStorage; onClose: () => void }

/** An admin sets how much one game may store. */
function LimitDialog({ gameId, storage, onClose }: LimitDialogProps) {
  const client = useQueryClient()
  const form = useForm({
    initial: { gigabytes: String(Math.round(storage.maxBytes / GIB)), reason: '' },
    check: ({ gigabytes, reason }) => ({
      gigabytes: /^[1-9]\d{0,5}$/.test(gigabytes.trim()) ? null : 'Enter whole gigabytes, at least 1.',
      reason: reason.trim() === '' ? REASON_MISSING : null,
    }),
    send: ({ gigabytes, reason }) =>
      call('PUT /api/admin/games/:id/storage', {
        params: { id: gameId },
        body: { maxBytes: Number(gigabytes) * GIB, reason },
      }),
    onSent: async () => {
      await client.invalidateQueries({ queryKey: [STORAGE] })
      toast('Saved.')
      onClose()
    },
  })
  return (
    <FormDialog title="Change the limit" width="small" form={form} button="Save" onClose={onClose}>
      <Field label="How much this game may store, in GB" {...form.field('gigabytes')}>
        <TextInput inputMode="numeric" autoComplete="off" />
      </Field>
      <Field label="Reason" hint="For the audit log." {...form.field('reason')}>
        <TextInput maxLength={REASON_MAX} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
