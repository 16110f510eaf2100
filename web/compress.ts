/** Compresses the built scripts, styles and fonts once, so that the server only sends them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const folder = fileURLToPath(new URL('build/client/', import.meta.url))

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(?:js|css|svg|json|txt|webmanifest)$/.test(entry.name)) continue
  const path = join(entry.parentPath, entry.name)
  const bytes = readFileSync(path)
  writeFileSync(`${path}.br`, brotliCompressSync(bytes))
  writeFileSync(`${path}.gz`, gzipSync(bytes))
}
