import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { hasPasskeys, logInWithPasskey, suggestPasskeys } from './log-in-with-passkey.ts'

/**
 * Login with a passkey: by a button, and from the field with `autocomplete="username webauthn"`, where the browser suggests
 * one unless another login is running.
 */
export function usePasskeyLogIn({ isPaused }: { isPaused: boolean }) {
  const byButton = useMutation({ mutationFn: logInWithPasskey, networkMode: 'always' })
  const fromField = useMutation({ mutationFn: suggestPasskeys, networkMode: 'always' })
  const { mutate: suggest } = fromField
  const isSuggesting = !isPaused && !byButton.isPending
  useEffect(() => {
    if (!isSuggesting || !hasPasskeys()) return
    const ending = new AbortController()
    suggest(ending.signal)
    return () => ending.abort()
  }, [isSuggesting, suggest])
  return {
    press: () => byButton.mutate(),
    isBusy: byButton.isPending,
    error: byButton.error ?? (fromField.error instanceof ApiError ? fromField.error : null),
    clear: () => {
      byButton.reset()
      fromField.reset()
    },
  }
}
