import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,demo,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'web/build/**'],
    globalSetup: './server/testing/database-server.ts',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
