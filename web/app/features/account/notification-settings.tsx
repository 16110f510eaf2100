import type { SessionUser } from '@nofiller/contract/accounts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../../api/client.ts'
import { mergeUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/page.tsx'

type Settings = Pick<SessionUser, 'notifyPurchases' | 'notifyUpdates'>

/** Which mails the user wants. What became of saving them is said above `children` and the form. */
export function NotificationSettings({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { wanted, set, result, busy, save } = useSettings(user)
  return (
    <>
      {result === 'saved' && <Note kind="go">Settings saved.</Note>}
      {result === 'failed' && <Note kind="bad">Failed to save settings.</Note>}
      {children}
      <Panel>
        <form onSubmit={save} className="grid justify-items-start gap-4">
          <h2 className="text-md/5 font-650">Email me about</h2>
          <Checkbox
            checked={wanted.notifyPurchases}
            onChange={(event) => set({ notifyPurchases: event.target.checked })}
            hint="A receipt for every paid order."
          >
            Purchase receipts
          </Checkbox>
          <Checkbox
            checked={wanted.notifyUpdates}
            onChange={(event) => set({ notifyUpdates: event.target.checked })}
            hint="News about the store. At most once a month."
          >
            Product updates
          </Checkbox>
          <Button kind="primary" type="submit" busy={busy}>
            Save
          </Button>
        </form>
      </Panel>
    </>
  )
}

function useSettings({ notifyPurchases, notifyUpdates }: SessionUser) {
  const [changes, setChanges] = useState<Partial<Settings>>({})
  const [result, setResult] = useState<'saved' | 'failed' | null>(null)
  const [busy, setBusy] = useState(false)
  const wanted: Settings = { notifyPurchases, notifyUpdates, ...changes }

  const set = (change: Partial<Settings>) => {
    setChanges((before) => ({ ...before, ...change }))
    setResult(null)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setResult(null)
    try {
      const { user } = await call('PUT /api/settings', { body: wanted })
      mergeUser(user)
      setChanges({})
      setResult('saved')
    } catch {
      setResult('failed')
    }
    setBusy(false)
  }
  return { wanted, set, result, busy, save }
}
