import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Of a file with people's data: the store's user alone reads it, whatever umask the process has. */
export const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/** Makes a folder that the store's user alone enters, and closes one that an earlier version left open. */
export async function privateFolder(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER })
  await chmod(path, PRIVATE_FOLDER).catch(ignoreForbidden)
}

/** A network share may let nobody change modes: its own rules hold there. */
function ignoreForbidden(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM' && error.code !== 'ENOTSUP') throw error
}
