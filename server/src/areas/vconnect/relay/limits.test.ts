// Slow: bitrates are measured in real time, and leases end after six seconds.
import { createSocket, type Socket } from 'node:dgram'
import { connect as connectTo, createServer, type Socket as TcpSocket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newDestination, newInput, testPorts } from '../../../testing/live/connectors.ts'
import { freeUdpPort } from '../../../testing/live/free-udp-port.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'

let kinora: TestKinora
let relays: TestKinora
let pool: TestPool
let owner: Client
let link: Awaited<ReturnType<typeof linkTo>>
const closing: (() => unknown)[] = []

beforeAll(async () => {
  kinora = await startTestKinora({ env: { ROLES: 'web', VCONNECT_PORTS: testPorts() } })
  link = await linkTo(kinora.databaseUrl)
  const place = { databaseUrl: link.url, dataDir: kinora.dataDir }
  relays = await startTestKinora({
    beside: place,
    env: { ROLES: 'ingest', LOG_LEVEL: 'error', VCONNECT_PORTS: testPorts() },
  })
  pool = openTestPool(kinora)
  owner = await newOwner(kinora.url)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(async () => {
  await relays.stop()
  await link.close()
  await pool.end()
  await kinora.stop()
})

/** A way to the database that can be cut. */
async function linkTo(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const port = Number(target.port || '5432')
  const open = new Set<TcpSocket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const database =
      folder === null ? connectTo(port, target.hostname) : connectTo(join(folder, `.s.PGSQL.${port}`))
    for (const socket of [client, database]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        database.destroy()
        open.delete(socket)
      })
    }
    client.pipe(database).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : '')
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: url.href,
    cut() {
      isCut = true
      drop()
    },
    mend() {
      isCut = false
    },
    close() {
      drop()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Whole packets of a program that have their number. */
function payloadOf(number: number): Buffer {
  const payload = Buffer.alloc(1316, number & 0xff)
  for (let at = 0; at < payload.length; at += 188) payload.writeUInt32BE(0x47_01_00_10, at)
  payload.writeUInt32BE(number, 8)
  return payload
}

async function udpSocket(): Promise<Socket> {
  const socket = createSocket('udp4')
  closing.push(() => socket.close())
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound))
  return socket
}

/** A UDP input that is connected to a socket of the test. */
async function relayed(maxKbps = 60_000) {
  const port = await freeUdpPort()
  const { id } = await newInput(owner, { kind: 'udp', address: `udp://127.0.0.1:${port}`, maxKbps })
  closing.push(() => owner.call('deleteVconnectInput', { params: { id } }))
  const out = await udpSocket()
  const address = `udp://127.0.0.1:${out.address().port}`
  const destination = await newDestination(owner, { kind: 'udp', address, latencyMs: 20 })
  await owner.call('createVconnectConnect', { body: { inputId: id, destinationId: destination.id } })
  await eventually(async () => expect(await inputNow(id)).toMatchObject({ state: 'listening' }))
  const numbers: number[] = []
  out.on('message', (payload) => void numbers.push(payload.readUInt32BE(8)))
  return { id, port, out, numbers }
}

/** Sends numbered payloads, one every so many milliseconds, until it is stopped. */
async function keepSending(port: number, everyMs: number): Promise<() => void> {
  const socket = await udpSocket()
  let number = 0
  const timer = setInterval(() => socket.send(payloadOf(number++), port, '127.0.0.1'), everyMs)
  const stop = () => clearInterval(timer)
  closing.push(stop)
  return stop
}

const inputNow = (id: string) => owner.call('getVconnectInput', { params: { id } })
const isWithoutGap = (numbers: readonly number[]) =>
  numbers.every((number, n) => n === 0 || number === (numbers[n - 1] ?? 0) + 1)

describe('an input by UDP', () => {
  it('passes nothing on while it is above its bitrate, and goes on when it is not', async () => {
    const { id, port, numbers } = await relayed(300)
    const stop = await keepSending(port, 10)
    const over = { state: 'lost', reason: 'bitrate-too-high' }
    await eventually(async () => expect(await inputNow(id)).toMatchObject(over))
    const count = numbers.length
    const { stateAt } = await inputNow(id)
    await new Promise((later) => setTimeout(later, 6000))
    expect(await inputNow(id)).toMatchObject({ ...over, stateAt })
    expect(numbers.length).toBeLessThan(count + 150)
    const before = numbers.length
    stop()
    await keepSending(port, 100)
    await eventually(async () =>
      expect(await inputNow(id)).toMatchObject({ state: 'receiving', reason: null }),
    )
    await eventually(() => expect(numbers.length).toBeGreaterThan(before + 5))
  })

  it('notices a stream that comes back from elsewhere, and ends the loop', async () => {
    const { id, port, out, numbers } = await relayed()
    out.on('message', (payload) => out.send(payload, port, '127.0.0.1'))
    const stop = await keepSending(port, 20)
    await eventually(async () => expect(await inputNow(id)).toMatchObject({ state: 'lost', reason: 'loop' }))
    stop()
    const count = numbers.length
    await new Promise((later) => setTimeout(later, 500))
    expect(numbers.length).toBeLessThan(count + 20)
  })
})

it('streams go on while the database is away, and their leases are renewed when it is back', async () => {
  const { id, port, numbers } = await relayed()
  await keepSending(port, 20)
  await eventually(async () => expect(await inputNow(id)).toMatchObject({ state: 'receiving' }))
  const leaseNow = async () => {
    const [lease] = await pool.sql(
      'SELECT node_id, fence, lease_until FROM vconnect_leases WHERE input_id = $1',
      [id],
    )
    return lease
  }
  const before = await leaseNow()
  link.cut()
  const count = numbers.length
  await eventually(async () => {
    const lease = await leaseNow()
    expect(Number(new Date(String(lease?.lease_until)))).toBeLessThan(Date.now() - 2000)
  })
  expect(numbers.length).toBeGreaterThan(count + 200)
  link.mend()
  await eventually(async () => {
    const lease = await leaseNow()
    expect(Number(new Date(String(lease?.lease_until)))).toBeGreaterThan(Date.now())
    expect(lease).toMatchObject({ node_id: before?.node_id, fence: before?.fence })
  })
  await eventually(async () => {
    const now = await inputNow(id)
    expect(now.state).toBe('receiving')
    expect(Date.parse(now.figures?.at ?? '')).toBeGreaterThan(Date.now() - 10_000)
  })
  expect(isWithoutGap(numbers)).toBe(true)
})
