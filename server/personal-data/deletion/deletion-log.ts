import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'deleted-accounts.log'
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Writes down outside the database that an account is deleted, so that restoring an older backup does not bring it back.
 * On disk when it returns. Each entry starts and ends with its own line break: an incomplete one corrupts no other.
 */
export async function logDeletion(dataDir: string, accountId: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const file = await open(join(dataDir, FILE), 'a', 0o600)
  try {
    await file.write(`\n${accountId}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The ids of all accounts that were deleted, none twice. */
export async function loggedDeletions(dataDir: string): Promise<string[]> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return [...new Set(text.split('\n').filter((line) => ID.test(line)))]
}
