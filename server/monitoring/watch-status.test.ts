import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { LATE_SECONDS, STOPPED_SECONDS } from '../platform/jobs/failed-jobs.ts'
import { MAIL_QUEUE } from '../platform/mail/mail.ts'
import { eventually, providerOf, useTestStore } from '../testing/store.ts'
import { watchStatus } from './watch-status.ts'

const OFTEN_MS = 20
const test = useTestStore()

/** Waits until a newly started process reports these states; on a busy machine a part may be slow for a moment. */
const untilSeen = (states: Record<string, string>) =>
  eventually(async () => {
    const watch = watchStatus(test.store)
    const { parts } = await watch.reading()
    watch.stop()
    return isDeepStrictEqual(Object.fromEntries(parts.map(({ part, state }) => [part, state])), states)
  })
const WORKING = { store: 'working', buying: 'working', downloads: 'working', emails: 'working' }

it('reports that everything works', async () => {
  await untilSeen(WORKING)
})

it('reports which part does not answer', async () => {
  const away = () => Promise.reject(new Error('away'))
  const check = vi.spyOn(test.store.storage, 'check').mockImplementation(away)
  await untilSeen({ ...WORKING, downloads: 'down' })
  check.mockRestore()
  const mail = vi.spyOn(test.store.mail, 'check').mockImplementation(away)
  await untilSeen({ ...WORKING, emails: 'down' })
  mail.mockRestore()
})

it('reports that buying is paused when no provider answers, and limited when only some do', async () => {
  const provider = providerOf(test)
  const away = { ...provider, check: () => Promise.reject(new Error('away')) }
  const withProviders = async (...all: (typeof provider)[]) => {
    const providers = new Map(all.map((one, at) => [`provider ${at}`, one]))
    const watch = watchStatus({ ...test.store, providers })
    const { parts } = await watch.reading()
    watch.stop()
    return parts.find(({ part }) => part === 'buying')?.state
  }
  expect(await withProviders(away, away)).toBe('down')
  expect(await withProviders(away, provider)).toBe('limited')
  expect(await withProviders(provider)).toBe('working')
  const open = { state: 'open', since: new Date() } as const
  expect(await withProviders({ ...provider, health: () => open })).toBe('down')
})

it.each([
  ['working', LATE_SECONDS - 30],
  ['slow', LATE_SECONDS + 30],
  ['down', STOPPED_SECONDS + 30],
])('reports that emails are %s when the oldest has waited %i s', async (state, seconds) => {
  // Never committed, so that nobody sends it.
  const tx = await test.db.startTransaction().execute()
  await test.store.jobs.send(tx, MAIL_QUEUE, {}, {})
  await sql`update jobs.job set start_after = now() - make_interval(secs => ${seconds})
    where name = ${MAIL_QUEUE} and state = 'created'`.execute(tx)
  const watch = watchStatus({ ...test.store, db: tx })
  const { parts } = await watch.reading()
  watch.stop()
  await tx.rollback().execute()
  expect(parts.find(({ part }) => part === 'emails')?.state).toBe(state)
})

it('reports since when a part fails, and when it works again', async () => {
  const watch = watchStatus(test.store, OFTEN_MS)
  const emails = async () => (await watch.reading()).parts.find(({ part }) => part === 'emails')
  expect((await emails())?.since).toBeNull()
  const mail = vi.spyOn(test.store.mail, 'check').mockRejectedValue(new Error('away'))
  const down = await eventually(async () => {
    const now = await emails()
    return now?.state === 'down' ? now : null
  })
  expect(down.since).toEqual(expect.any(String))
  await eventually(async () => (await watch.reading()).readAt > (down.since ?? ''))
  expect(await emails()).toEqual(down)
  mail.mockRestore()
  const back = await eventually(async () => {
    const now = await emails()
    return now?.state === 'working' ? now : null
  })
  expect((back.since ?? '') > (down.since ?? '')).toBe(true)
  watch.stop()
})
