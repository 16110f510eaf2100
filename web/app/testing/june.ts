import type { SessionUser } from '@nofiller/contract/accounts/accounts'

/** A player who is logged in. */
export const june: SessionUser = {
  _id: 'june',
  username: 'june_harrow',
  email: 'june@harrow.example',
  role: 'player',
  displayName: null,
  avatarUrl: null,
  createdAt: '2026-11-01T00:00:00Z',
  purchases: [],
  notifyPurchases: true,
  notifyUpdates: false,
  contentChoice: null,
  excludedTags: [],
}
