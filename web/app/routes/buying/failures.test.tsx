// @vitest-environment jsdom
/** The messages of a buyer's pages about missing or unreadable data. */
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FileDownloads } from '../../features/library/file-downloads.tsx'
import { june } from '../../testing/june.ts'
import { BROKEN, openPage, shows, startFakeStore } from '../../testing/screens.tsx'
import * as library from './library.tsx'
import * as thankYou from './thank-you.tsx'

const store = startFakeStore()

it('A library that is empty or cannot be read says so', async () => {
  await store.signIn()
  store.answer('GET /api/library', { status: 200, body: [] })
  const none = { total: 0, updated: 0, muted: [], hidden: 0, devices: [], developers: [] }
  store.answer('GET /api/library/facets', { status: 200, body: none })
  openPage('/library', { '/library': library })
  await shows("You don't own any games yet.")
  store.answer('GET /api/library', BROKEN)
  openPage('/library', { '/library': library })
  await shows('Failed to load your library')
})

it('The way to pay disappears as soon as a payment was seen', async () => {
  await store.signIn()
  const order = {
    orderId: 'one',
    number: '8F3K-2Q9X',
    status: 'WAITING',
    price: 9.99,
    currency: 'USD',
    createdAt: '2026-11-01T00:00:00Z',
    paidAt: null,
    email: june.email,
    game: { _id: 'dusk', title: 'The Long Dusk', cardPicture: null, coverPicture: null },
    payUrl: 'http://localhost/pay/token',
    invoiceUrl: 'http://localhost/invoice',
    items: [],
    flags: [],
    received: 0,
    missing: 0,
    leftWishlist: [],
  }
  store.answer('GET /api/orders/:orderId', { status: 200, body: order })
  store.answer('GET /api/order-status/:orderId', { status: 200, body: { status: 'WAITING' } })
  openPage('/thank-you?order=one', { '/thank-you': thankYou })
  await shows('Resume checkout')
  store.answer('GET /api/order-status/:orderId', { status: 200, body: { status: 'PENDING' } })
  openPage('/thank-you?order=one', { '/thank-you': thankYou })
  await shows('PENDING')
  expect(screen.queryByText('Resume checkout')).toBeNull()
})

it('The downloads of a receipt say when they cannot be read or are gone', async () => {
  await store.signIn()
  const Downloads = () => <FileDownloads gameId="dusk" isShown={() => true} />
  store.answer('GET /api/library', BROKEN)
  openPage('/', { '/': { default: Downloads } })
  await shows('Failed to load downloads')
  store.answer('GET /api/library', { status: 200, body: [] })
  openPage('/', { '/': { default: Downloads } })
  await shows('Download not available')
})
