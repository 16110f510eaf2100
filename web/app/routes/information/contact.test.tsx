// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BROKEN, CUT, fill, openPage, press, shows, startFakeStore } from '../../testing/screens.tsx'
import * as contact from './contact.tsx'

const store = startFakeStore()

it('A message says what is missing, why it was not sent, and when it was', async () => {
  openPage('/contact', { '/contact': contact })
  await press(/^Send Message/, 'Please fill in all required fields.')
  fill('Email', 'someone@example.test')
  fill('Subject', 'A question')
  fill('Message', 'm'.repeat(1_801))
  await shows('1801/2000')
  store.answer('POST /api/contact', CUT)
  await press(
    /^Send Message/,
    'There was an error sending your message. Please check your connection and try again.',
  )
  store.answer('POST /api/contact', BROKEN)
  await press(/^Send Message/, 'There was an error sending your message. Please try again.')
  store.answer('POST /api/contact', { status: 429 })
  await press(/^Send Message/, 'Too many submissions. Please try again later.')
  store.answer('POST /api/contact', { status: 200, body: {} })
  await press(/^Send Message/, "Thank you for your message! We'll get back to you soon.")
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe(''))
})
