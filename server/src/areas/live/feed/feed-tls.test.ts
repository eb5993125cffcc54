import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type NodeServer, startNodeServer } from '../../../platform/nodes/node-server.ts'
import { createFeed } from './feed.ts'
import { readFeed } from './feed-client.ts'

const run = promisify(execFile)
const STREAM = '0199a000-0000-7000-8000-000000000000'
const SECRET = 'secret-of-the-feed'

let folder: string
let server: NodeServer
let certificate: string
let other: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-feed-'))
  const own = await certificateFor('own', 'IP:127.0.0.1')
  other = (await certificateFor('other', 'IP:127.0.0.1')).cert
  certificate = own.cert
  const feed = createFeed()
  const handlers = {
    open: (_kind: string, _id: string, response: Parameters<typeof feed.open>[0]) => {
      feed.open(response, [{ type: 'ended' }])
      return true
    },
    call: () => false,
  }
  server = await startNodeServer({ secret: SECRET, host: '127.0.0.1', tls: own }, handlers)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function certificateFor(name: string, host: string): Promise<{ cert: string; key: string }> {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
  const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${name}`
  await run('openssl', [
    ...args.split(' '),
    '-addext',
    `subjectAltName=${host}`,
    '-keyout',
    key,
    '-out',
    cert,
  ])
  return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') }
}

/** Types of the messages until the feed is closed or has one. */
async function messages(nodeUrl: string, ca: string | undefined, secret = SECRET): Promise<string[]> {
  const found: string[] = []
  await new Promise<void>((resolve) => {
    const feed = readFeed({
      nodeUrl,
      access: { secret, ca },
      streamId: STREAM,
      onMessage: ({ type }) => {
        found.push(type)
        feed.close()
      },
      onClosed: resolve,
    })
  })
  return found
}

it('is read by TLS, from a node whose certificate is known', async () => {
  expect(server.url).toMatch(/^https:/)
  expect(await messages(server.url, certificate)).toEqual(['ended'])
})

it.each([
  ['an unknown certificate', () => messages(server.url, other)],
  ['no certificate', () => messages(server.url, undefined)],
  ['a wrong secret', () => messages(server.url, certificate, 'x')],
  ['no TLS', () => messages(server.url.replace('https', 'http'), certificate)],
  ['another name', () => messages(server.url.replace('127.0.0.1', 'localhost'), certificate)],
])('is not read with %s', async (_what, read) => {
  expect(await read()).toEqual([])
})
