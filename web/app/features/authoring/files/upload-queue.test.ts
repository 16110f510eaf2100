import { expect, it } from 'vitest'
import type { Upload } from './upload.ts'
import { uploadQueue } from './upload-queue.ts'

/** A queue with uploads that end when the test says so. */
function aQueue() {
  const sent = new Map<string, (upload: Upload) => void>()
  const cancelled: string[] = []
  const states: Record<string, string> = {}
  const queue = uploadQueue(({ file }, onChange) => {
    sent.set(file.name, onChange)
    onChange({ state: 'uploading', sentBytes: 0, totalBytes: 1, bytesPerSecond: null })
    return () => cancelled.push(file.name)
  })
  const add = (name: string) =>
    queue.add({
      id: name,
      file: new File(['x'], name),
      onChange: (upload) => {
        states[name] = upload.state
      },
    })
  const finish = (name: string) => sent.get(name)?.({ state: 'complete', tempKey: name })
  const fail = (name: string) => sent.get(name)?.({ state: 'error', message: 'Network error' })
  return { queue, add, finish, fail, states, cancelled }
}

it('Two files are uploaded at a time, and the next one starts when one is done', () => {
  const { add, finish, states } = aQueue()
  for (const name of ['a', 'b', 'c', 'd']) add(name)
  expect(states).toEqual({ a: 'uploading', b: 'uploading', c: 'waiting', d: 'waiting' })
  finish('b')
  expect(states).toEqual({ a: 'uploading', b: 'complete', c: 'uploading', d: 'waiting' })
})

it('The queue goes on after a failure, and a retry waits at its end', () => {
  const { add, fail, finish, states } = aQueue()
  for (const name of ['a', 'b', 'c']) add(name)
  fail('a')
  expect(states).toMatchObject({ a: 'error', c: 'uploading' })
  add('a')
  expect(states.a).toBe('waiting')
  finish('b')
  expect(states.a).toBe('uploading')
})

it('Removing a file stops its upload and lets the next one start', () => {
  const { queue, add, states, cancelled } = aQueue()
  for (const name of ['a', 'b', 'c', 'd']) add(name)
  queue.remove('a')
  queue.remove('d')
  expect(cancelled).toEqual(['a'])
  expect(states).toMatchObject({ c: 'uploading', d: 'waiting' })
  queue.stop()
  expect(cancelled).toEqual(['a', 'b', 'c'])
})
