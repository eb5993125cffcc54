import dns from 'node:dns'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type AccountPlace, accountPlace } from '@kinora/contract'
import ssh2 from 'ssh2'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { gcsBucketName, serviceAccountKey } from '../../../testing/intake/servers/gcs.ts'
import { type Listener, startListener } from '../../../testing/intake/servers/listener.ts'
import { type FileStore, StoreFault } from './file-store.ts'
import { openStoreOf } from './open-store.ts'

// Servers that break their protocol on purpose: the account fails, and nothing else does.

const rules = { URL_ALLOW_PRIVATE: ['127.0.0.0/8', '::1/128'], OUTGOING_HOSTS: [] }
const listeners: Listener[] = []

afterEach(async () => {
  vi.restoreAllMocks()
  for (const listener of listeners.splice(0)) await listener.die()
})

async function serve(onSocket: (socket: Socket) => void): Promise<number> {
  const listener = await startListener(onSocket)
  listeners.push(listener)
  return listener.port
}

function serveHttp(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(answer)
  return serve((socket) => void server.emit('connection', socket))
}

function open(
  place: Omit<AccountPlace, 'settings'> & { readonly settings: object },
  secrets: Readonly<Record<string, string>> = { password: 'correct-horse-battery' },
): Promise<FileStore> {
  return openStoreOf(accountPlace.parse(place), {
    secrets,
    rules,
    path: '',
    signal: new AbortController().signal,
    acceptsHostKey: async () => true,
  })
}

async function faultOf(attempt: () => Promise<unknown>): Promise<string | null> {
  try {
    await attempt()
    return null
  } catch (error) {
    if (error instanceof StoreFault) return error.fault
    throw error
  }
}

async function listAll(store: FileStore): Promise<void> {
  for await (const _files of store.list(true));
}

/** Writes until the client hangs up. */
function writeForever(response: ServerResponse, text: string): void {
  const more = () => {
    while (!response.destroyed && response.write(text));
  }
  response.on('drain', more)
  more()
}

describe('SFTP', () => {
  it('survives a packet that is longer than the protocol allows', async () => {
    const { private: key } = ssh2.utils.generateKeyPairSync('ed25519')
    const server = new ssh2.Server({ hostKeys: [key] }, (client) => {
      client.on('error', () => undefined)
      client.on('authentication', (context) => context.accept())
      client.on('session', (acceptSession) => {
        acceptSession().on('subsystem', (acceptChannel) => {
          const channel = acceptChannel()
          // The version that is expected, and then no packet.
          const answers = [Buffer.from('000000050200000003', 'hex'), Buffer.from('7fffffff00', 'hex')]
          channel.on('data', () => channel.write(answers.shift() ?? Buffer.alloc(0)))
        })
      })
    })
    const port = await serve((socket) => server.injectSocket(socket))
    const settings = { host: '127.0.0.1', port, user: 'kinora' }
    expect(await faultOf(() => open({ kind: 'sftp', settings }))).toBe('protocol')
  })
})

describe('FTPS', () => {
  it('connects to the address that was checked, without another lookup', async () => {
    const lookup = vi.spyOn(dns, 'lookup')
    const port = await serve((socket) => socket.destroy())
    const settings = { host: 'localhost', port, user: 'kinora', mode: 'implicit' }
    expect(await faultOf(() => open({ kind: 'ftps', settings }))).toBe('no-answer')
    expect(lookup.mock.calls.map(([host]) => host)).not.toContain('localhost')
  })
})

describe('WebDAV', () => {
  it.each([
    ['spaces between elements', '<a xmlns="DAV:">', ' '.repeat(65_536)],
    ['bytes of an attribute', '<a b="', 'x'.repeat(65_536)],
    ['open elements', '', '<a>'.repeat(20_000)],
  ])('ends a list with endless %s', async (_what, head, more) => {
    const port = await serveHttp((_request, response) => {
      response.writeHead(207).write(head)
      writeForever(response, more)
    })
    const settings = { url: `http://127.0.0.1:${port}/dav`, user: 'kinora' }
    await using store = await open({ kind: 'webdav', settings })
    expect(await faultOf(() => listAll(store))).toBe('protocol')
  })
})

describe('Google Cloud Storage', () => {
  it('deletes nothing if a copy has no end', async () => {
    const asked: string[] = []
    const object = { name: 'a', size: '1', timeCreated: '2030-01-01T00:00:00Z', generation: '1' }
    const port = await serveHttp(({ method, url = '' }, response) => {
      asked.push(`${method} ${url.split('/').at(-1)?.split('?')[0]}`)
      const isMissing = method === 'GET' && url.includes('moved')
      const answer =
        url === '/token' ? { access_token: 'token' } : url.includes('rewriteTo') ? { done: false } : object
      response.writeHead(isMissing ? 404 : 200).end(JSON.stringify(answer))
    })
    const settings = { bucket: gcsBucketName, endpoint: `http://127.0.0.1:${port}` }
    const secrets = { serviceAccountKey: serviceAccountKey({ port }) }
    await using store = await open({ kind: 'gcs', settings }, secrets)
    const file = { path: 'a', size: 1, modifiedAt: new Date(object.timeCreated), etag: '1' }
    expect(await faultOf(() => store.move(file, 'moved'))).toBe('protocol')
    expect(asked.filter((each) => each.startsWith('DELETE'))).toEqual([])
  })
})

describe('S3', () => {
  it.each([
    ['a list', 200],
    ['an error', 403],
  ])('ends an answer with %s that has no end', async (_what, status) => {
    const port = await serveHttp((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/xml' })
      writeForever(response, `<a>${' '.repeat(1024 ** 2)}`)
    })
    const settings = {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'files',
      accessKeyId: 'kinora',
      pathStyle: true,
    }
    await using store = await open({ kind: 's3', settings })
    expect(await faultOf(() => listAll(store))).toBe('protocol')
  })
})
