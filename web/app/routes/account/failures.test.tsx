// @vitest-environment jsdom
/** The messages of the login pages after errors. */
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BROKEN, CUT, fill, openPage, press, REFUSED, shows, startFakeStore } from '../../testing/screens.tsx'
import * as settings from '../settings/settings.tsx'
import * as forgotPassword from './forgot-password.tsx'
import * as login from './login.tsx'
import * as lostSecondStep from './lost-second-step.tsx'
import * as resetPassword from './reset-password.tsx'
import * as signup from './signup.tsx'
import * as verify from './verify.tsx'
import * as whoami from './whoami.tsx'

const PASSWORD = 'a-Long-enough-secret-7'
const store = startFakeStore()

it('The log-in says what is missing, too long, wrong or out of order', async () => {
  openPage('/login', { '/login': login })
  await press('Log in', 'Please fill in both fields.')
  fill('Email or Username', 'a'.repeat(255))
  fill('Password', PASSWORD)
  await press('Log in', 'Input too long.')
  fill('Email or Username', 'nobody@example.test')
  store.answer('POST /api/login', { status: 401, body: { error: 'Invalid credentials', code: 'no' } })
  await press('Log in', 'Invalid credentials')
  store.answer('POST /api/login', BROKEN)
  await press('Log in', 'Invalid credentials or account not verified.')
  store.answer('POST /api/login', CUT)
  await press('Log in', 'Something went wrong. Please try again.')
})

it('The sign-up says what to correct, and when it failed', async () => {
  openPage('/signup', { '/signup': signup })
  fill('Username', 'x')
  fill('Email', 'no address')
  fireEvent.blur(screen.getByLabelText('Email'))
  await shows('Please fix the highlighted fields.')
  fill('Username', 'someone')
  fill('Email', 'someone@example.test')
  fill('Password', PASSWORD)
  fill('Confirm password', PASSWORD)
  store.answer('POST /api/register-start', BROKEN)
  await press('Create account', 'Sign-up failed')
  store.answer('POST /api/register-start', CUT)
  await press('Create account', 'Server error')
})

it('The verification says what is missing, and when it failed', async () => {
  openPage('/verify', { '/verify': verify })
  await screen.findByRole('button', { name: 'Send code' })
  await press('Send code', 'Enter your email first.')
  fill('Email', 'nobody@example.test')
  store.answer('POST /api/verify-resend', BROKEN)
  await press('Send code', 'Could not resend (HTTP 500)')
  openPage('/verify?email=nobody@example.test', { '/verify': verify })
  fill('6-digit code', '12')
  fireEvent.submit(screen.getByLabelText('6-digit code'))
  await shows('Enter your email and the 6-digit code.')
  fill('6-digit code', '123456')
  store.answer('POST /api/verify-email', BROKEN)
  await press('Verify', 'Verification failed (HTTP 500)')
  store.answer('POST /api/verify-email', CUT)
  await press('Verify', 'Server error')
})

it('A forgotten password says what is wrong with the address, and when no email was sent', async () => {
  openPage('/forgot-password', { '/forgot-password': forgotPassword })
  await press('Send reset link', 'Please enter your email address.')
  fill('Email', 'no address')
  await press('Send reset link', 'Please enter a valid email address.')
  fill('Email', 'nobody@example.test')
  store.answer('POST /api/forgot-password', CUT)
  await press('Send reset link', 'Something went wrong. Please try again.')
})

it('A new password says what is wrong with it or with the link', async () => {
  const invalid = 'Invalid or missing reset token. Please request a new password reset link.'
  openPage('/reset-password?token=not-a-real-one', { '/reset-password': resetPassword })
  await shows('New password')
  await press('Reset password', 'Please enter a new password.')
  fill('New password', 'short')
  await press('Reset password', 'Password must be at least 8 characters long.')
  fill('New password', PASSWORD)
  fill('Confirm password', 'another')
  await press('Reset password', 'Passwords do not match.')
  fill('Confirm password', PASSWORD)
  store.answer('POST /api/reset-password', { status: 400, body: { error: invalid, code: 'no' } })
  await press('Reset password', invalid)
  await shows('Invalid Reset Link')
})

it('The page of a lost authenticator app only works with the link of the email', async () => {
  const open = (fragment: string) => {
    location.hash = fragment
    openPage('/lost-second-step', { '/lost-second-step': lostSecondStep })
    return screen.findByRole('heading', { level: 1 })
  }
  expect((await open('#begin=a-token')).textContent).toBe('Turn off two-step verification')
  screen.getByRole('button', { name: 'Turn off two-step verification' })
  expect((await open('#stop=a-token')).textContent).toBe('Keep two-step verification')
  await open('')
  await shows('Open the link in the email again.')
  expect(screen.queryByRole('button')).toBeNull()
})

it.each([
  [
    'Authentication failed: 403',
    { ...REFUSED, status: 403 },
    { status: 200, body: { accessToken: 'newer' } },
  ],
  ['No access token from refresh', REFUSED, { status: 200, body: {} }],
  ['Refresh failed', REFUSED, { status: 401 }],
])('The log-in says that the session ended: %s', async (reason, refusal, refresh) => {
  await store.signIn()
  store.answer('GET /api/whoami', refusal)
  store.answer('POST /api/refresh', refresh)
  openPage('/settings', { '/settings': settings, '/login': login })
  await shows(reason)
  await shows('Please log in.')
})

it('A page of server data shows its failure', async () => {
  await store.signIn()
  store.answer('GET /api/whoami', BROKEN)
  openPage('/whoami', { '/whoami': whoami })
  await shows('Request failed: 500')
})

it('Settings that cannot be saved say so', async () => {
  await store.signIn()
  store.answer('PUT /api/settings', BROKEN)
  openPage('/settings', { '/settings': settings })
  fireEvent.click(screen.getByLabelText(/updates/i))
  await press('Save', 'Failed to save settings.')
  expect(screen.queryByText('Settings saved.')).toBeNull()
})
