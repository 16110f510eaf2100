/** Demo accounts, for visitors who try the store. */
export const DEMO_ACCOUNTS = [
  { email: 'admin@example.test', username: 'shopkeeper', role: 'admin' },
  { email: 'developer@example.test', username: 'lowbatteryclub', role: 'developer' },
  { email: 'player@example.test', username: 'june_harrow', role: 'player' },
] as const
export const DEMO_PASSWORD = 'NoFiller-demo-1'
