import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toast } from '../../ui/feedback/toast.tsx'

/** Marks the redirect from a wrong URL: a fragment, so the page behind it is the same home page for everyone. */
export const WRONG_ADDRESS = '#wrong-address'

/** Tells visitors of a wrong URL where they are, and removes the mark. */
export function useWrongAddress(): void {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const isWrong = hash === WRONG_ADDRESS
  const redirect = useEffectEvent(() => {
    toast('That page doesn’t exist. This is the home page.', { kind: 'bad' })
    void navigate('/', { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (isWrong) redirect()
  }, [isWrong])
}
