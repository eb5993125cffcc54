import { createSocket } from 'node:dgram'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../../platform/log.ts'
import { acceptance, readHandshake } from '../../../../platform/transport/srt/handshake.ts'
import type { SrtLink } from '../../../../platform/transport/srt/link.ts'
import { meetSrt, SrtPortTaken } from '../../../../platform/transport/srt/rendezvous.ts'
import { freeUdpPort } from '../../../../testing/live/free-udp-port.ts'
import { startLossyProxy } from '../../../../testing/live/lossy-proxy.ts'
import { eventually } from '../../../../testing/machine/eventually.ts'

const log = createLog('silent')
const host = '127.0.0.1'
/** Longer than a busy machine stands still, so that nothing comes too late. */
const LATENCY_MS = 1500
const secret = 'correct-horse-battery'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Side {
  readonly link: SrtLink
  readonly got: number[]
}

async function meet(localPort: number, port: number, passphrase = '', signal = new AbortController().signal) {
  const got: number[] = []
  const link = await meetSrt(
    { host, localPort, port, address: host, family: 4, passphrase, keyBytes: 16, latencyMs: LATENCY_MS },
    { signal, log, onPayload: (payload) => got.push(payload.readUInt32BE(4)), onEnd: () => undefined },
  )
  closing.push(link.close)
  return { link, got }
}

/** A transport stream packet that has its number. */
function payloadOf(number: number): Buffer {
  const payload = Buffer.alloc(188, number & 0xff)
  payload[0] = 0x47
  payload.writeUInt32BE(number, 4)
  return payload
}

const numbers = Array.from({ length: 200 }, (_, n) => n)

async function send({ link }: Side): Promise<void> {
  for (const n of numbers) {
    link.push(payloadOf(n), performance.now() * 1000)
    if (n % 4 === 3) await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Two free ports, of which none becomes free for the other. */
async function twoPorts(): Promise<[number, number]> {
  const one = await freeUdpPort()
  const other = await freeUdpPort()
  return one === other ? twoPorts() : [one, other]
}

describe('two sides that connect at the same time', () => {
  // Each of them is the initiator in about half of the runs.
  it.each(['', '', secret, secret])('send to each other, with passphrase “%s”', async (passphrase) => {
    const [one, other] = await twoPorts()
    const sides = await Promise.all([meet(one, other, passphrase), meet(other, one, passphrase)])
    await Promise.all(sides.map(send))
    await eventually(() => expect(sides.map(({ got }) => got)).toEqual([numbers, numbers]))
  })

  it('meet if each of the first handshakes is lost', async () => {
    const [one, other] = await twoPorts()
    const [front] = await twoPorts()
    // Each handshake comes at the second time.
    const seen = new Set<string>()
    const isFirst = (datagram: Buffer, isFromCaller: boolean) => {
      const key = `${isFromCaller} ${datagram.subarray(16).toString('hex')}`
      const isNew = datagram.readUInt32BE(0) === 0x8000_0000 && !seen.has(key)
      seen.add(key)
      return isNew
    }
    const proxy = await startLossyProxy(other, isFirst, front)
    closing.push(() => proxy.close())
    const calling = meet(one, front)
    // The other side learns the port of the proxy from the first packet.
    const from = await firstSender(other)
    const [caller, called] = await Promise.all([calling, meet(other, from)])
    await send(caller)
    await eventually(() => expect(called.got).toEqual(numbers))
    expect(proxy.seen.dropped).toBeGreaterThan(2)
  })

  it('refuse another passphrase, and one without', async () => {
    for (const [ours, theirs] of [
      [secret, 'wrong-horse-battery'],
      [secret, ''],
    ] as const) {
      const [one, other] = await twoPorts()
      const results = await Promise.allSettled([meet(one, other, ours), meet(other, one, theirs)])
      for (const result of results)
        expect(result).toMatchObject({ status: 'rejected', reason: { name: 'SrtCallFailure' } })
    }
  })

  it('need a free port, and wait until they are stopped', async () => {
    const [one, other] = await twoPorts()
    const stop = new AbortController()
    const waiting = expect(meet(one, other, '', stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
    await eventually(() => expect(meet(one, other)).rejects.toBeInstanceOf(SrtPortTaken))
    stop.abort()
    await waiting
  })
})

it('reads the latency in the response of the other side', () => {
  const request = readHandshake(Buffer.alloc(48)) ?? expect.fail('it is no handshake')
  const body = acceptance(request, { socketId: 3, latencyMs: 2000, peerLatencyMs: 400 })
  expect(readHandshake(body)).toMatchObject({
    extension: 'response',
    receiverDelayMs: 2000,
    senderDelayMs: 400,
  })
})

/** The port from which the first packet comes to a port. */
async function firstSender(port: number): Promise<number> {
  const socket = createSocket('udp4')
  const { promise, resolve } = Promise.withResolvers<number>()
  socket.once('message', (_, { port: from }) => resolve(from))
  socket.bind(port, host)
  const from = await promise
  await new Promise<void>((done) => socket.close(done))
  return from
}
