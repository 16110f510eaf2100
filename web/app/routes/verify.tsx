import { nextPath } from '@nofiller/contract/next-path'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { AuthColumn } from '../features/account/auth-column.tsx'
import { EnterCode } from '../features/account/enter-code.tsx'
import { flashOf, textIn } from '../features/account/flash.ts'
import { SendCode } from '../features/account/send-code.tsx'
import { withNext } from '../session/login-address.ts'
import { titled } from '../shell/store-info.ts'

export const meta = titled('Verify your email')

const REDIRECT_MS = 900

type Step = { at: 'send' } | { at: 'enter'; email: string; sentAt: number | null }

/**
 * Confirms an e-mail address. With an address (`?email=`, from the sign-up) it asks for the code; without one, or when
 * a login was refused, it first asks where to mail a code.
 */
export default function Verify() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const email = search.get('email') ?? ''
  const isFromLogin = textIn(state, 'from') === 'login'
  const [step, setStep] = useState<Step>(
    email === '' || isFromLogin ? { at: 'send' } : { at: 'enter', email, sentAt: null },
  )
  const [verified, setVerified] = useState(false)
  useLoginSoon(verified, nextPath(search.get('next')))

  if (step.at === 'send')
    return (
      <AuthColumn title="Verify your email" art={2}>
        <SendCode
          email={email || addressIn(textIn(state, 'email'))}
          flash={isFromLogin ? flashOf(state) : null}
          onSent={(address, sentAt) => setStep({ at: 'enter', email: address, sentAt })}
        />
      </AuthColumn>
    )
  return (
    <AuthColumn
      title="Check your email"
      art={2}
      lead={
        <>
          We sent a 6-digit code to <b className="break-all text-text">{step.email}</b>. It is valid for about
          2 minutes.
        </>
      }
    >
      <EnterCode
        email={step.email}
        sentAt={step.sentAt}
        onVerified={() => setVerified(true)}
        onOtherEmail={() => setStep({ at: 'send' })}
      />
    </AuthColumn>
  )
}

/** What was typed at the login may be a username; only an address is of use here. */
const addressIn = (login: string | null): string => (login?.includes('@') ? login : '')

function useLoginSoon(verified: boolean, next: string) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!verified) return
    const timer = setTimeout(() => navigate(withNext('/login', next), { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [verified, next, navigate])
}
