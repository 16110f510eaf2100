import fc from 'fast-check'
import { expect } from 'vitest'

const { PROPERTY_RUNS, PROPERTY_SEED } = process.env

/** How often a property runs that needs another number than most: `usual` times, or `PROPERTY_RUNS` times. */
export const propertyRuns = (usual: number): number => Number(PROPERTY_RUNS ?? usual)

fc.configureGlobal({
  numRuns: propertyRuns(1_000),
  includeErrorInReport: true,
  ...(PROPERTY_SEED && { seed: Number(PROPERTY_SEED) }),
  reporter: (run) => {
    if (!run.failed) return
    const { testPath, currentTestName } = expect.getState()
    const replay = `PROPERTY_SEED=${run.seed} npx vitest run ${testPath} -t '${currentTestName}'`
    throw new Error(`${fc.defaultReportMessage(run)}\nTo replay: ${replay}`, { cause: run.errorInstance })
  },
})
