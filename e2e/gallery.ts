import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Serves the gallery for the whole run, and passes its address to the test processes. The first request builds it.
 * The returned function stops the server. */
export default async function serveGallery(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-gallery-'))
  let built: Promise<unknown> | undefined
  const server = createServer(async ({ url = '/' }, response) => {
    built ??= build(folder)
    const error = await built.then(
      () => undefined,
      (reason) => String(reason),
    )
    if (error !== undefined) return response.writeHead(500).end(error)
    const { pathname } = new URL(url, 'http://localhost')
    const { file, bytes } = await read(folder, pathname)
    // The names of built files change with their content. A page that loads them again does not compile them again.
    const caching = pathname.startsWith('/assets/') ? 'max-age=86400, immutable' : 'no-cache'
    const type = types[extname(file)] ?? 'text/plain'
    response.writeHead(bytes ? 200 : 404, { 'content-type': type, 'cache-control': caching }).end(bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env.KINORA_GALLERY_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return async () => {
    server.closeAllConnections()
    server.close()
    await built?.catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
}

function build(folder: string): Promise<unknown> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const config = join(root, 'console/gallery/vite.config.ts')
  return run(process.execPath, [vite, 'build', '--config', config, '--outDir', folder, '--emptyOutDir'], {
    cwd: join(root, 'console'),
  })
}

/** A file of the gallery. Addresses without an ending are those of screens. */
async function read(folder: string, pathname: string): Promise<{ file: string; bytes: Buffer | null }> {
  const page = pathname === '/' ? 'index.html' : 'screens.html'
  const file = extname(pathname) === '' ? page : pathname
  return { file, bytes: await readFile(join(folder, file)).catch(() => null) }
}
