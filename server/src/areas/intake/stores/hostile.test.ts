import dns from 'node:dns'
import type { Socket } from 'node:net'
import { type AccountPlace, accountPlace } from '@kinora/contract'
import ssh2 from 'ssh2'
import { afterEach, describe, expect, it, vi } from 'vitest'
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

function open(place: Omit<AccountPlace, 'settings'> & { readonly settings: object }): Promise<FileStore> {
  return openStoreOf(accountPlace.parse(place), {
    secrets: { password: 'correct-horse-battery' },
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
