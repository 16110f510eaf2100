import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow files first: one that begins last runs alone, and nothing of an earlier run tells it in a fresh clone. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { slow = [], quick = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      /\.(?:slow|soak)\./.test(moduleId) ? 'slow' : 'quick',
    )
    return [...slow, ...quick]
  }
}

export default defineConfig({
  test: {
    include: ['{contract,server,web,demo,tools/api-client,scripts,e2e}/**/*.test.{ts,tsx}'],
    exclude: [
      '**/node_modules/**',
      'web/build/**',
      ...(process.env.SOAK === '1' ? [] : ['**/*.soak.test.ts']),
    ],
    globalSetup: './server/testing/database-server.ts',
    setupFiles: './server/testing/properties.ts',
    // Stores and commands that tests start as processes take the sources as an earlier one of them compiled them.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)) },
    sequence: { sequencer: SlowFirst },
    // The store's modules are loaded once a worker, not once a file: a test file leaves nothing behind in them.
    isolate: false,
    maxWorkers: 4,
    maxConcurrency: 12,
    // Only for what hangs: a busy machine may be several times slower than a quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
