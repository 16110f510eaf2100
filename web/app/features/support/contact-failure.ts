import { ApiError, messageOf } from '../../api/api-error.ts'

/** The message when a contact message could not be sent (requirements 9.4). */
export function contactFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0)
    return 'There was an error sending your message. Please check your connection and try again.'
  return messageOf(
    error,
    error.status === 429
      ? 'Too many submissions. Please try again later.'
      : 'There was an error sending your message. Please try again.',
  )
}
