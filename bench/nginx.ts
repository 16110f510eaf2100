import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const START_MS = 5_000

/**
 * An nginx that takes `PUT /…` into a folder and answers `GET /…` from it: what a store could be measured against.
 * @returns its process; it ends with a signal
 * @throws when no nginx is installed (`apt-get install nginx-light`)
 */
export async function startNginx(folder: string, port: number): Promise<ChildProcess> {
  await mkdir(join(folder, 'files'), { recursive: true })
  await Promise.all([folder, join(folder, 'files')].map((each) => chmod(each, 0o777))) // its worker is another user
  const path = join(folder, 'nginx.conf')
  await writeFile(path, configuration(folder, port))
  const nginx = spawn('nginx', ['-c', path, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const failed = new Promise<never>((_resolve, reject) => {
    nginx.once('error', () => reject(new Error('nginx is not installed')))
    nginx.once('exit', () => reject(new Error('nginx did not start')))
  })
  await Promise.race([failed, answering(port)])
  return nginx
}

const configuration = (folder: string, port: number): string => `
daemon off;
pid ${folder}/nginx.pid;
worker_processes 1;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  client_max_body_size 0;
  client_body_temp_path ${folder}/files/.body;
  server {
    listen 127.0.0.1:${port};
    location / { root ${folder}/files; dav_methods PUT; create_full_put_path on; dav_access user:rw group:rw all:r; }
  }
}
`

async function answering(port: number): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(50))
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) return
  throw new Error('nginx did not answer')
}
