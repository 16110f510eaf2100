import { ApiError, messageOf } from '../../../api/api-error.ts'

const VERIFICATION_FAILED = 'Verification failed (HTTP {status})'
const COULD_NOT_RESEND = 'Could not resend (HTTP {status})'

type FailureProps = { error: unknown }

/** Why a code was refused: its status with the server's sentence below it, or that there was no response. */
export const VerificationFailure = ({ error }: FailureProps) => failureText(VERIFICATION_FAILED, error)

/** Why no new code was sent, in the same format. */
export const ResendFailure = ({ error }: FailureProps) => failureText(COULD_NOT_RESEND, error)

function failureText(text: string, error: unknown) {
  if (!(error instanceof ApiError) || error.status === 0) return 'Server error'
  const detail = messageOf(error, '')
  return (
    <>
      {text.replace('{status}', String(error.status))}
      {detail && <span className="block text-muted">{detail}</span>}
    </>
  )
}
