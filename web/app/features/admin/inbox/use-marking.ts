import type { ContactEntry } from '@nofiller/contract/admin/admin'
import { call } from '../../../api/client.ts'
import { useAction } from '../../../api/use-action.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'

/** Marks a message as answered or as open, and offers an undo. */
export function useMarking({ _id: id, subject }: ContactEntry, onMarked: () => void = () => {}) {
  const changed = useAdminChanged()
  const send = async (answered: boolean) => {
    await call('PUT /api/admin/contacts/:id', { params: { id }, body: { answered } })
    await changed()
  }
  const undo = useAction(send)
  const { busy, press: mark } = useAction(send, {
    onDone: (_, answered) => {
      onMarked()
      toast(`“${subject}” marked ${answered ? 'answered' : 'open'}`, {
        action: { label: 'Undo', onPress: () => undo.press(!answered) },
      })
    },
  })
  return { busy, mark }
}
