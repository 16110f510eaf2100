import { defineConfig } from '@playwright/test'
import { args, executablePath } from './browser.ts'
import { port } from './plant.ts'

const baseURL = `http://localhost:${port}`

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  // A test waits for a third of its time, for the store and between two looks at the page.
  workers: 3,
  // Only for what hangs: a busy machine may be several times slower than a quiet one.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: 'line',
  use: {
    baseURL,
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath, args },
    reducedMotion: 'reduce',
    colorScheme: 'dark',
    screenshot: 'only-on-failure',
    // Tracing every test makes a run half as long again: `TRACE=retain-on-failure npx playwright test …` for the one that failed.
    trace: process.env.TRACE === 'retain-on-failure' ? 'retain-on-failure' : 'off',
  },
  webServer: {
    command: 'node e2e/serve.ts',
    cwd: '..',
    url: `${baseURL}/api/ready`,
    env: { PORT: String(port) },
    timeout: 660_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
