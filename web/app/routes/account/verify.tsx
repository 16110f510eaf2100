import { nextPath } from '@nofiller/contract/accounts/next-path'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { AuthColumn } from '../../features/accounts/auth-column.tsx'
import { addressIn, flashOf, textIn } from '../../features/accounts/flash.ts'
import { EnterCode } from '../../features/accounts/sign-up/enter-code.tsx'
import { SendCode } from '../../features/accounts/sign-up/send-code.tsx'
import { useMailedCode } from '../../features/accounts/sign-up/use-mailed-code.ts'
import { useRegistration } from '../../features/accounts/sign-up/use-registration.ts'
import { withNext } from '../../session/login-address.ts'
import { signIn } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

export const meta = titled('Verify your email')

const REDIRECT_MS = 900

/**
 * Confirms an email address, which opens a session. With an address (`?email=`, from the sign-up, the email's link or
 * this browser's registration) it asks for the code; without one, or when a login was refused, first for the address.
 */
export default function Verify() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const mailed = useMailedCode()
  const registration = useRegistration()
  const isFromLogin = textIn(state, 'from') === 'login'
  const [sent, setSent] = useState<{ email: string; resendAt: number } | null>(null)
  const [asksAddress, setAsksAddress] = useState(isFromLogin)
  const [session, setSession] = useState<'none' | 'opening' | 'open' | 'failed'>('none')
  useLoginSoon(session === 'open' || session === 'failed', nextPath(search.get('next')))

  if (session !== 'none')
    return (
      <AuthColumn title="Check your email" art={2}>
        <Note kind="go">Email verified. {session === 'open' && 'You are logged in.'}</Note>
      </AuthColumn>
    )

  const given = mailed?.email ?? (search.get('email') || registration?.email || '')
  const email = sent?.email ?? given
  if (asksAddress || email === '')
    return (
      <AuthColumn title="Verify your email" art={2}>
        {registration === undefined ? (
          <Skeleton className="h-32" />
        ) : (
          <SendCode
            email={given || addressIn(textIn(state, 'email'))}
            flash={isFromLogin ? flashOf(state) : null}
            onSent={(address, resendAt) => {
              setSent({ email: address, resendAt })
              setAsksAddress(false)
            }}
          />
        )}
      </AuthColumn>
    )

  const isOwn = registration?.email === email.toLowerCase()
  const resendAt = sent?.resendAt ?? (isOwn ? registration.resendAt : null)
  const finish = async (accessToken: string) => {
    setSession('opening')
    await signIn(accessToken).then(
      () => setSession('open'),
      () => setSession('failed'), // the store is unreachable now: the login page retries
    )
  }
  return (
    <AuthColumn
      title="Check your email"
      art={2}
      lead={
        <>
          We sent a 6-digit code to <b className="break-all text-text">{email}</b>. It is valid for about 2
          minutes.
        </>
      }
    >
      <EnterCode
        key={`${email} ${mailed?.code}`}
        email={email}
        code={mailed?.code ?? ''}
        resendAt={resendAt}
        isOwn={isOwn}
        onVerified={finish}
        onOtherEmail={() => setAsksAddress(true)}
      />
    </AuthColumn>
  )
}

/** The login page greets a logged-in user, and continues to `next`. */
function useLoginSoon(isVerified: boolean, next: string) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isVerified) return
    const timer = setTimeout(() => navigate(withNext('/login', next), { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isVerified, next, navigate])
}
