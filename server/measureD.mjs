import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
const pgs = await startEmbeddedPostgres('/tmp/D-data/db')
const rss = (pid) => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`,'utf8'))[1])/1024)
const detail = (pid) => readFileSync(`/proc/${pid}/status`,'utf8').match(/(RssAnon|RssFile):\s+\d+/g).join(' ')
for (const flags of process.argv.slice(2)) {
  const child = spawn(process.execPath, [...flags.split(' ').filter(Boolean), 'server/payout-process.ts'], { env: { ...process.env, DATABASE_URL: pgs.url, DATA_DIR: '/tmp/D-data', LOG_LEVEL: 'info', SECRET_KEY: 'x'.repeat(32) }, stdio: ['ignore','pipe','inherit'] })
  let out=''; child.stdout.on('data', c => out += c)
  while (!out.includes('payouts are sent')) { if (child.exitCode!==null) {console.log(out);break}; await new Promise(r=>setTimeout(r,200)) }
  const first = rss(child.pid)
  await new Promise(r=>setTimeout(r,12000))
  console.log(JSON.stringify(flags), 'at turn', first, 'after 12 s', rss(child.pid), detail(child.pid))
  child.kill('SIGTERM'); await new Promise(r=>child.once('exit', r))
}
await pgs.stop()
process.exit(0)
