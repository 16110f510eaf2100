import { afterEach, expect, it, vi } from 'vitest'
import { withExclusiveLock } from './in-turn.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('A lock works in a browser that refuses locks along with cookies', async () => {
  const request = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
  vi.stubGlobal('navigator', { cookieEnabled: false, locks: { request } })
  expect(await withExclusiveLock('a name', async () => 'done')).toBe('done')
})
