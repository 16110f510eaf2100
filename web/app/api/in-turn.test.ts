import { afterEach, expect, it, vi } from 'vitest'
import { inTurn } from './in-turn.ts'

const refusing = (name: string) =>
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('', name)) } })
const work = async () => 'done'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('works where the browser refuses its locks along with cookies', async () => {
  refusing('SecurityError')
  expect(await inTurn('a name', work)).toBe('done')
})

it('does not work for who left before it was their turn', async () => {
  refusing('AbortError')
  await expect(inTurn('a name', work, { signal: AbortSignal.abort() })).rejects.toThrow(DOMException)
})
