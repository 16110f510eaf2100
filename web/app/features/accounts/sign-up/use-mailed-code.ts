import { codeDigits } from '@nofiller/contract/accounts/account-rules'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The address and code of an email's link, which are behind the `#` where no server sees them. They are removed from the
 * page's URL, so the code stays in no history.
 */
export function useMailedCode(): { email: string; code: string } | null {
  const { hash, pathname, state } = useLocation()
  const navigate = useNavigate()
  const [mailed, setMailed] = useState<{ email: string; code: string } | null>(null)
  useEffect(() => {
    const filled = new URLSearchParams(hash.slice(1))
    const email = filled.get('email') ?? ''
    const code = codeDigits(filled.get('code') ?? '')
    if (email === '' || code === '') return
    setMailed({ email, code })
    navigate(`${pathname}?${new URLSearchParams({ email })}`, { replace: true, state })
  }, [hash, pathname, state, navigate])
  return mailed
}
