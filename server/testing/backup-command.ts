import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../operations/backup/backup-command.ts', import.meta.url))

/** Runs `npm run backup` with parameters. */
export const runBackup = (
  parameters: string[],
  store: { dataDir: string; databaseUrl: string },
): Promise<{ code: unknown; out: string }> =>
  new Promise((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: store.dataDir, DATABASE_URL: store.databaseUrl }
    execFile(process.execPath, [COMMAND, ...parameters], { env }, (error, out) =>
      resolve({ code: error?.code ?? 0, out }),
    )
  })
