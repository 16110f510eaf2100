import { nextPath } from '@nofiller/contract/next-path'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { AuthColumn } from '../features/account/auth-column.tsx'
import { SignupForm } from '../features/account/signup-form.tsx'
import { withNext } from '../session/login-address.ts'
import { titled } from '../shell/store-info.ts'
import { TextLink } from '../ui/button.tsx'

export const meta = titled('Sign up')

const REDIRECT_MS = 900

/** Sign up, then on to the code that was mailed. */
export default function Signup() {
  const [search] = useSearchParams()
  const next = nextPath(search.get('next'))
  const [registered, setRegistered] = useState<string | null>(null)
  const navigate = useNavigate()

  useEffect(() => {
    if (registered === null) return
    const verify = withNext(`/verify?email=${encodeURIComponent(registered)}`, next)
    const timer = setTimeout(() => navigate(verify), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [registered, next, navigate])

  return (
    <AuthColumn
      title="Sign up"
      art={1}
      lead={
        <>
          Already have an account? <TextLink to={withNext('/login', next)}>Log in</TextLink>
        </>
      }
    >
      <SignupForm onDone={setRegistered} />
    </AuthColumn>
  )
}
