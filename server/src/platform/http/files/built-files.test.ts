import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveBuiltFiles } from './built-files.ts'

const app = Fastify()
const script = 'console.log("A script of the console, long enough to be compressed.");\n'.repeat(40)
const font = Buffer.from('wOF2')
let folder = ''
let url = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-built-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/app.js'), script)
  await writeFile(join(folder, 'assets/font.woff2'), font)
  await writeFile(join(folder, 'assets/app.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'assets/app.js.gz'), gzipSync(script))
  await serveBuiltFiles(app, { folder, headersOf: () => ({ 'cache-control': 'immutable' }) })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Unlike `fetch`, returns the body as it was sent. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method, headers }, async (answer) =>
      resolve({ status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }),
    )
    sent.on('error', reject).end()
  })
}

const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }

describe('files of a build', () => {
  it('are sent in the best form that the client accepts', async () => {
    const brotli = await ask('/assets/app.js', browser)
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'immutable',
      vary: 'accept-encoding',
    })
    expect(brotliDecompressSync(brotli.body).toString()).toBe(script)

    const gzip = await ask('/assets/app.js', { 'accept-encoding': 'gzip' })
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(gzip.body).toString()).toBe(script)

    for (const accepted of ['', 'identity', 'br;q=0, gzip;q=0']) {
      const plain = await ask('/assets/app.js', { 'accept-encoding': accepted })
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.headers.vary).toBe('accept-encoding')
      expect(plain.body.toString()).toBe(script)
    }
  })

  it('are sent again only if they changed, each form with a tag of its own', async () => {
    const brotli = await ask('/assets/app.js', browser)
    const plain = await ask('/assets/app.js')
    expect(brotli.headers.etag).not.toBe(plain.headers.etag)
    const known = { ...browser, 'if-none-match': String(brotli.headers.etag) }
    const again = await ask('/assets/app.js', known)
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect(again.headers.vary).toBe('accept-encoding')
    const other = await ask('/assets/app.js', { 'if-none-match': String(brotli.headers.etag) })
    expect(other.status).toBe(200)
  })

  it('answer HEAD with the headers of GET, and a range with its bytes', async () => {
    const whole = await ask('/assets/app.js', browser)
    const head = await ask('/assets/app.js', browser, 'HEAD')
    expect(head.body.length).toBe(0)
    for (const name of ['content-length', 'content-encoding', 'etag', 'vary'])
      expect(head.headers[name]).toBe(whole.headers[name])

    const part = await ask('/assets/app.js', { ...browser, range: 'bytes=0-9' })
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 0-9/${whole.body.length}`])
    expect(part.body).toEqual(whole.body.subarray(0, 10))
    const plainPart = await ask('/assets/app.js', { range: 'bytes=0-9' })
    expect(plainPart.body.toString()).toBe(script.slice(0, 10))
  })

  it('are sent as they are if the build did not compress them, and have one address', async () => {
    const { headers, body } = await ask('/assets/font.woff2', browser)
    expect(headers['content-encoding']).toBeUndefined()
    expect(body).toEqual(font)
    expect((await ask('/assets/app.js.br', browser)).status).toBe(404)
  })
})
