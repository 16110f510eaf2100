import type { OpenSession } from '@nofiller/contract/accounts/accounts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useAction } from '../../../api/use-action.ts'
import { signOut } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { IconMonitor } from '../../../ui/dashboard-icons.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { showMoment } from '../../../ui/when.ts'
import { useSessions, useSessionsChanged } from './use-sessions.ts'

/** Every browser in which the user is logged in, each to be logged out on its own, or all at once. */
export function OpenSessions() {
  const sessions = useSessions()
  const [asking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Panel className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 ref={heading} tabIndex={-1} className="text-md/5 font-650 outline-none">
          Where you are logged in
        </h2>
        <Button kind="danger" size="small" onClick={() => setAsking(true)}>
          Log out everywhere
        </Button>
      </div>
      <QueryView
        query={sessions}
        error="Failed to load your sessions"
        skeleton={<Skeleton className="h-16" />}
      >
        {(open) => (
          <ul className="divide-y divide-line">
            {open.map((session) => (
              <SessionRow key={session._id} session={session} onSignedOut={() => heading.current?.focus()} />
            ))}
          </ul>
        )}
      </QueryView>
      {asking && <SignOutEverywhere onClose={() => setAsking(false)} />}
    </Panel>
  )
}

/** `onSignedOut` moves the focus: the row and its button are gone then. */
function SessionRow({ session, onSignedOut }: { session: OpenSession; onSignedOut: () => void }) {
  const { busy, press } = useSignOut(session, onSignedOut)
  const browser = session.browser || 'Unknown browser'
  return (
    <li className="flex items-center gap-3 py-3 last:pb-0">
      <IconMonitor className="size-5 text-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          <span className="break-words">{browser}</span>
          {session.current && <Pill kind="go">This browser</Pill>}
        </p>
        <p className="text-sm text-faint">Last used {showMoment(session.lastUsedAt)}</p>
      </div>
      <Button size="small" busy={busy} aria-label={`Log out ${browser}`} onClick={() => press()}>
        Log out
      </Button>
    </li>
  )
}

function useSignOut({ _id: id, current }: OpenSession, onSignedOut: () => void) {
  const sessionsChanged = useSessionsChanged()
  return useAction(async () => {
    if (current) return signOut()
    await call('DELETE /api/sessions/:id', { params: { id } })
    await sessionsChanged()
    onSignedOut()
    toast('Logged out')
  })
}

function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const everywhere = useMutation({
    mutationFn: async () => {
      await call('DELETE /api/sessions')
      await signOut()
      toast('You are logged out everywhere.')
    },
    networkMode: 'always',
  })
  return (
    <Dialog
      title="Log out everywhere?"
      width="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" busy={everywhere.isPending} onClick={() => everywhere.mutate()}>
            Log out everywhere
          </Button>
        </>
      }
    >
      <p>You’ll be logged out everywhere, including here.</p>
      {everywhere.isError && <Note kind="bad">{messageOf(everywhere.error)}</Note>}
    </Dialog>
  )
}
