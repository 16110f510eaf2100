// Links Node 24 again once npm has installed it: npm 9 and 10 remove node_modules/.bin/node at the end of an installation,
// because the package for the other kind of processor, which they leave out, has a program of the same name.
import { existsSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url))
const program = `node-${process.platform}-${process.arch}/bin/node`
const link = `${modules}.bin/node`
if (existsSync(modules + program) && !existsSync(link)) symlinkSync(`../${program}`, link)
