import { expect, it } from 'vitest'
import { showSpeed, speedMeter } from './upload-speed.ts'

const MB = 1_048_576

it('No speed is shown for the first two seconds', () => {
  const meter = speedMeter()
  expect(meter.record(0, 0)).toBeNull()
  expect(meter.record(1_999, 100)).toBeNull()
  expect(meter.record(2_000, 200)).toBe(100)
})

it('The speed is the average of the last five seconds', () => {
  const meter = speedMeter()
  for (let second = 0; second <= 10; second += 1) meter.record(second * 1_000, second * 1_000)
  let speed: number | null = null
  for (let second = 11; second <= 16; second += 1)
    speed = meter.record(second * 1_000, 10_000 + (second - 10) * 50)
  expect(speed).toBe(50)
})

it('The speed is measured anew after a pause', () => {
  const meter = speedMeter()
  meter.record(0, 0)
  meter.reset()
  expect(meter.record(60_000, 5_000)).toBeNull()
  expect(meter.record(62_000, 6_000)).toBe(500)
})

it.each([
  [12.4 * MB, 2_000 * MB, '12.4 MB/s, 3 min left'],
  [10 * MB, 50 * MB, '10.0 MB/s, a few seconds left'],
  [10 * MB, 322 * MB, '10.0 MB/s, 35 s left'],
  [1 * MB, 5_000 * MB, '1.0 MB/s, 1 h 24 min left'],
  [0, 5 * MB, '0.0 MB/s'],
])('%d bytes a second with %d bytes left are shown as “%s”', (bytesPerSecond, leftBytes, text) => {
  expect(showSpeed(bytesPerSecond, leftBytes)).toBe(text)
})
