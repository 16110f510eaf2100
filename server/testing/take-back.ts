import type { RecentKey } from '@nofiller/contract/accounts/take-back'
import type { TakeBackLink } from '@nofiller/contract/accounts/take-back-rules'
import type { TestStore } from './store.ts'

type Mailed = { link: TakeBackLink; token: string }

/** Opens an email's link, and removes what it offers by default: everything selected. */
export async function takeBack({ nobody }: Pick<TestStore, 'nobody'>, mailed: Mailed, proof: object = {}) {
  const found = await nobody.post('/api/take-back/look', mailed)
  const recent: RecentKey[] = found.body.recent ?? []
  return nobody.post('/api/take-back', { ...mailed, remove: recent.map(({ _id }) => _id), ...proof })
}
