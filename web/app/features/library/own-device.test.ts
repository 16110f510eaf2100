import type { Device } from '@nofiller/contract/catalog/devices'
import type { LibraryFile } from '@nofiller/contract/library/library'
import { expect, it } from 'vitest'
import { deviceOf, fileFor } from './own-device.ts'

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 'Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101', 'Linux'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36', 'Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; Quest 3) AppleWebKit/537.36 OculusBrowser/36.0 VR Safari', 'VR'],
  ['curl/8.5', null],
])('The browser %s runs on %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

const file = (name: string, device: Device, customPriceEnabled = false) =>
  ({ name, device, customPriceEnabled }) as LibraryFile

it('The file for the own device is offered, the game before its extras', () => {
  const files = [file('art', 'Mac', true), file('win', 'Windows'), file('mac', 'Mac'), file('mac-2', 'Mac')]
  expect(fileFor(files, 'Mac')?.name).toBe('mac')
  expect(fileFor(files.slice(0, 2), 'Mac')?.name).toBe('art')
  expect(fileFor(files, 'Linux')).toBeNull()
  expect(fileFor(files, null)).toBeNull()
})

it('A single file is offered on every device', () => {
  expect(fileFor([file('win', 'Windows')], 'Linux')?.name).toBe('win')
  expect(fileFor([], 'Linux')).toBeNull()
})

it('A file that cannot be downloaded now is not offered', () => {
  const files = [
    { ...file('win', 'Windows'), isTakenBack: true },
    { ...file('art', 'Windows'), isPaused: true },
  ]
  expect(fileFor(files, 'Windows')).toBeNull()
})
