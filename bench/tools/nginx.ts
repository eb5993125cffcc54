import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { until } from './measure.ts'

/** The reference server: one worker that serves and accepts (PUT) the files of one folder. */
export interface Nginx {
  readonly url: string
  readonly root: string
  stop(): Promise<void>
}

export async function startNginx(program: string, folder: string): Promise<Nginx> {
  const root = join(folder, 'root')
  await mkdir(root, { recursive: true })
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configuration(folder, root, port))
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  await until(20, () => fetch(url).catch(() => null))
  return {
    url,
    root,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Kinora serves with one process, and so does nginx here. */
function configuration(folder: string, root: string, port: number): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    daemon off;
    worker_processes 1;
    user ${userInfo().username} ${process.getgid?.() === 0 ? 'root' : ''};
    pid ${folder}/nginx.pid;
    error_log stderr crit;
    events { worker_connections 512; }
    http {
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 10000000;
      open_file_cache max=100;
      types { application/vnd.apple.mpegurl m3u8; video/mp4 m4s; }
      ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
      server {
        listen 127.0.0.1:${port};
        root ${root};
        client_max_body_size 0;
        dav_methods PUT DELETE;
      }
    }`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
