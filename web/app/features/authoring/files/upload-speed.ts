import { showSize } from '@nofiller/contract/text/size'

const SMOOTHED_OVER_MS = 5_000
const STEADY_AFTER_MS = 2_000

/**
 * Measures the upload speed over the last 5 s. `record` gets the bytes sent by a moment and returns bytes per second,
 * or null while there are too few measurements.
 */
export function speedMeter() {
  let samples: { atMs: number; sentBytes: number }[] = []
  return {
    record(atMs: number, sentBytes: number): number | null {
      samples = [...samples.filter((sample) => atMs - sample.atMs <= SMOOTHED_OVER_MS), { atMs, sentBytes }]
      const first = samples[0]
      if (first === undefined || atMs - first.atMs < STEADY_AFTER_MS) return null
      return Math.max(0, ((sentBytes - first.sentBytes) * 1_000) / (atMs - first.atMs))
    },
    /** Resets the measurements: after a pause, or when sending continues at another offset. */
    reset() {
      samples = []
    },
  }
}

/** `12.4 MB/s, 3 min left`; the time only while bytes are sent. */
export function showSpeed(bytesPerSecond: number, leftBytes: number): string {
  const speed = `${showSize(bytesPerSecond)}/s`
  return bytesPerSecond > 0 ? `${speed}, ${showTimeLeft(leftBytes / bytesPerSecond)}` : speed
}

function showTimeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 55) return `${Math.ceil(seconds / 5) * 5} s left`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min left`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}
