import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { syslogConnection } from './syslog-connection.ts'
import { syslogMessage } from './syslog-message.ts'

const run = promisify(execFile)
const row = {
  id: '0190b2f4-0000-7000-8000-000000000000',
  transactionId: '7',
  createdAt: new Date('2026-11-29T10:00:00Z'),
  lastAt: new Date('2026-11-29T10:00:00Z'),
  action: 'sign_in.failed',
  failed: true,
  userId: null,
  account: null,
  organizationId: null,
  environmentId: null,
  actorKind: null,
  actorId: null,
  actorName: null,
  impersonator: null,
  objectType: null,
  objectId: null,
  objectName: null,
  address: '192.0.2.7',
  userAgent: 'Zwölf\nBoxkämpfer',
  details: {},
  repeats: 1,
  repeatKey: null,
} as const

/** A receiver on a stream, which keeps the messages without their lengths (RFC 6587). */
interface Receiver {
  readonly port: number
  messages(): string[]
  close(): Promise<void>
}

async function receive(server: Server, port = 0): Promise<Receiver> {
  let received = Buffer.alloc(0)
  const sockets = new Set<Socket>()
  server.on('secureConnection', take)
  if (!('setSecureContext' in server)) server.on('connection', take)
  function take(socket: Socket) {
    sockets.add(socket)
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data])
    })
    socket.on('error', () => undefined)
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    messages: () => unframed(received),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function unframed(bytes: Buffer): string[] {
  const messages: string[] = []
  for (let at = 0; at < bytes.byteLength; ) {
    const space = bytes.indexOf(' ', at)
    const length = Number(bytes.toString('latin1', at, space))
    messages.push(bytes.toString('utf8', space + 1, space + 1 + length))
    at = space + 1 + length
  }
  return messages
}

const pattern = /^<(\d+)>1 (\S+Z) (\S+) kinora (\d+) (\S+) - \uFEFF(\{.*\})$/s

function parsed(message: string) {
  const [, priority, at, , , id, json = ''] = pattern.exec(message) ?? []
  return { priority, at, id, fields: JSON.parse(json) }
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-syslog-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('sends a message over UDP', async () => {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const connection = syslogConnection(`udp://127.0.0.1:${socket.address().port}`, undefined)
  const arrived = once(socket, 'message')
  await connection.send([syslogMessage(row)])
  const [message] = await arrived
  expect(parsed(String(message))).toMatchObject({
    priority: '84',
    at: '2026-11-29T10:00:00.000Z',
    id: 'sign_in.failed',
    fields: { outcome: 'failure', address: '192.0.2.7', userAgent: 'Zwölf\nBoxkämpfer' },
  })
  socket.close()
})

it('sends messages over TLS to a receiver that it trusts, and to no other', async () => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await run('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject])
  const server = createTlsServer({ key: await readFile(key), cert: await readFile(cert) })
  const receiver = await receive(server)
  const url = `tls://127.0.0.1:${receiver.port}`
  await expect(syslogConnection(url, undefined).send([syslogMessage(row)])).rejects.toThrow('self-signed')
  const connection = syslogConnection(url, cert)
  await connection.send([syslogMessage(row), syslogMessage({ ...row, failed: false })])
  await expect.poll(receiver.messages).toHaveLength(2)
  expect(receiver.messages().map((message) => parsed(message).priority)).toEqual(['84', '86'])
  connection.close()
  await receiver.close()
})

it('cuts a long record to what every receiver takes', () => {
  const message = syslogMessage({ ...row, details: { before: 'x'.repeat(20_000) } })
  expect(message.byteLength).toBeLessThan(8192)
  expect(parsed(message.toString()).fields).toMatchObject({ details: {}, isShortened: true })
})

it('sends the log of the installation over TCP, also what happened while the receiver was down', async () => {
  const receiver = await receive(createServer())
  const kinora: TestKinora = await startTestKinora({
    env: { SYSLOG_URL: `tcp://127.0.0.1:${receiver.port}` },
  })
  const email = 'watched@example.com'
  const actions = (from: Receiver) => from.messages().map((message) => parsed(message).id)
  const owner = await newOwner(kinora.url, { email })
  await expect.poll(() => actions(receiver)).toContain('organization.created')
  expect(actions(receiver)).toContain('session.started')
  await receiver.close()
  const guest = client(kinora.url, null, null, null)
  const body = { email, password: 'Wrong-horse1' }
  await guest.send('POST', '/services/api/v1/users/authenticate', { body })
  await owner.call('signOut', {})
  const again = await receive(createServer(), receiver.port)
  await expect.poll(() => actions(again)).toEqual(expect.arrayContaining(['sign_in.failed', 'session.ended']))
  expect(again.messages().join()).not.toContain(body.password)
  await kinora.stop()
  await again.close()
})
