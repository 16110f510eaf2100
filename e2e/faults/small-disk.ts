/** A disk of a few MiB, which a test can fill: a file system in memory, mounted by root. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MIB = 1024 ** 2

export type SmallDisk = {
  folder: string
  /** Takes all room but so many bytes, at most a block less. */
  fill(leaveBytes: number): Promise<void>
  /** Gives back what was taken. */
  empty(): Promise<void>
  remove(): Promise<void>
}

export async function smallDisk(sizeMib: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'nofiller-small-disk-'))
  command('mount', '-t', 'tmpfs', '-o', `size=${sizeMib}m,mode=755`, 'tmpfs', folder)
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill(leaveBytes) {
      const file = await open(filler, 'a')
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(folder)
          const takeBytes = Math.min(bavail * bsize - leaveBytes, MIB)
          if (takeBytes < bsize) return
          await file.write(Buffer.alloc(takeBytes - (takeBytes % bsize)))
        }
      } finally {
        await file.close()
      }
    },
    empty: () => rm(filler),
    async remove() {
      command('umount', folder)
      await rmdir(folder)
    },
  }
}

function command(name: string, ...parameters: string[]): void {
  const { status, stderr, error } = spawnSync(name, parameters, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`A small disk needs root's right to mount: ${error?.message ?? stderr}`)
}
