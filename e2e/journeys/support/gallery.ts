import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface Gallery {
  readonly url: string
  close(): Promise<void>
}

/** Builds the gallery of the console's components and serves it. */
export async function openGallery(): Promise<Gallery> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-gallery-'))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const config = join(root, 'console/gallery/vite.config.ts')
  await run(process.execPath, [vite, 'build', '--config', config, '--outDir', folder, '--emptyOutDir'], {
    cwd: join(root, 'console'),
  })
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const file = join(folder, pathname === '/' ? 'index.html' : pathname)
    const bytes = await readFile(file).catch(() => null)
    response.writeHead(bytes ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
