import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toast } from '../../ui/feedback/toast.tsx'

/** Marks the way home of a wrong address: a fragment, so that the page behind it is the home page that everybody gets. */
export const WRONG_ADDRESS = '#wrong-address'

/** Tells who came by a wrong address where they are, and takes the mark away. */
export function useWrongAddress(): void {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const isWrong = hash === WRONG_ADDRESS
  const tell = useEffectEvent(() => {
    toast('That page doesn’t exist. This is the home page.', { kind: 'bad' })
    void navigate('/', { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (isWrong) tell()
  }, [isWrong])
}
