import { showSize } from '@nofiller/contract/text/size'

const SMOOTHED_OVER_MS = 5_000
const STEADY_AFTER_MS = 2_000

/**
 * Measures how fast bytes go, over the last 5 s. `record` takes how many have gone by a moment and answers bytes a second,
 * or null while too little has been seen to be told.
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
    /** Forgets what was seen: after a pause, or where sending goes on elsewhere in the file. */
    reset() {
      samples = []
    },
  }
}

/** `12.4 MB/s, 3 min left`; the time only while bytes go at all. */
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
