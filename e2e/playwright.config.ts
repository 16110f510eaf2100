import { defineConfig } from '@playwright/test'
import { args, executablePath } from './browser.ts'

const port = process.env.E2E_PORT ?? '4310'
const baseURL = `http://localhost:${port}`

const size = (name: string, width: number, height: number) => ({
  name,
  use: { viewport: { width, height } },
})

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: {
    baseURL,
    launchOptions: { executablePath, args },
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  projects: [
    size('desk', 1280, 900),
    // The browser's own cleaning, who may see what, and what an admin does are the same at any width, and the whole store
    // has one list of featured games. How the screens look at this width is in `admin-screens.spec.ts`.
    {
      ...size('phone', 390, 844),
      grepInvert: /@desk/,
      testIgnore: /(access|admin|analytics|featured|xss)\.spec\.ts$/,
    },
  ],
  webServer: {
    command: 'node e2e/serve.ts',
    cwd: '..',
    url: `${baseURL}/api/ready`,
    env: { PORT: port },
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
