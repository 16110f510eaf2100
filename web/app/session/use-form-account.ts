import { useState } from 'react'
import { useSession } from './session.ts'

/** The account whose form is shown: it stays after the session has ended, and another account gets a form of its own. */
export function useFormAccount(): string | null {
  const { user } = useSession()
  const [accountId, setAccountId] = useState(user?._id ?? null)
  if (user && user._id !== accountId) setAccountId(user._id)
  return accountId
}
