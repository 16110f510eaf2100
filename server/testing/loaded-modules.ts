/** Loaded into a process before all else: prints to standard error from which packages it loads modules. */
import { registerHooks } from 'node:module'

const said = new Set<string>()

registerHooks({
  load(url, context, next) {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
    if (name && !said.has(name)) process.stderr.write(`loads ${name}\n`)
    if (name) said.add(name)
    return next(url, context)
  },
})
