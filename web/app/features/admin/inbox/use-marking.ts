import type { ContactEntry } from '@nofiller/contract/admin/admin'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'

/** Marks a message as answered or as open, and offers to take that back. */
export function useMarking({ _id: id, subject }: ContactEntry, onMarked: () => void = () => {}) {
  const [busy, setBusy] = useState(false)
  const changed = useAdminChanged()
  const send = async (answered: boolean) => {
    await call('PUT /api/admin/contacts/:id', { params: { id }, body: { answered } })
    await changed()
  }
  const failed = (error: unknown) =>
    toast(messageOf(error, 'Something went wrong. Please try again.'), { kind: 'bad' })
  const mark = async (answered: boolean) => {
    setBusy(true)
    try {
      await send(answered)
      onMarked()
      toast(`“${subject}” marked ${answered ? 'answered' : 'open'}`, {
        action: { label: 'Undo', onPress: () => void send(!answered).catch(failed) },
      })
    } catch (error) {
      failed(error)
    }
    setBusy(false)
  }
  return { busy, mark }
}
