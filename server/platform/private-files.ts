import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** For a file with personal data: only the store's user reads it, whatever the process's umask. */
export const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/** Makes a folder that only the store's user can enter, and closes one that an earlier version left open. */
export async function privateFolder(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER })
  await chmod(path, PRIVATE_FOLDER).catch(ignoreForbidden)
}

/** A network share may refuse mode changes: its own rules apply. */
function ignoreForbidden(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM' && error.code !== 'ENOTSUP') throw error
}
