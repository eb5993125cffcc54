import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { fecOffsets, type LinkReason } from '@kinora/contract'
import { checkHost } from '../../../../platform/net/address-guard.ts'
import { keepTrying } from '../keep-trying.ts'
import type { RelayContext } from '../relay-context.ts'
import type { SenderSpec } from '../specs.ts'
import { untilAborted } from '../until-aborted.ts'
import { createRtpDatagrams } from './rtp.ts'
import type { Sender, SenderSink } from './sender.ts'

/** Payloads that wait for their time. */
const MAX_WAITING = 8192

interface Waiting {
  readonly payload: Buffer
  readonly dueMs: number
}

/** Sends MPEG-TS in datagrams, also over RTP, with the spacing of the source: they leave one latency after their time. */
export function sendUdp(spec: SenderSpec, sink: SenderSink, context: RelayContext): Sender {
  const stop = new AbortController()
  const url = new URL(spec.url ?? '')
  const waiting: Waiting[] = []
  const datagramsOf = spec.kind === 'rtp' ? createRtpDatagrams(spec) : plainDatagrams
  /** Sockets by the offset of their port. Empty while they are not connected. */
  let sockets: ReadonlyMap<number, Socket> = new Map()
  let timer: NodeJS.Timeout | undefined
  let sent = 0
  let dropped = 0

  function sendDue(): void {
    timer = undefined
    const now = performance.now()
    while (waiting[0] !== undefined && waiting[0].dueMs <= now) {
      const [next] = waiting.splice(0, 1)
      if (next === undefined || sockets.size === 0) continue
      for (const { offset, datagram } of datagramsOf(next.payload, next.dueMs))
        sockets.get(offset)?.send(datagram, () => undefined)
      sent += 1
    }
    plan()
  }

  /** The timer runs only while payloads wait. */
  function plan(): void {
    const [next] = waiting
    if (next !== undefined && timer === undefined)
      timer = setTimeout(sendDue, Math.max(1, next.dueMs - performance.now()))
  }

  async function attempt(): Promise<LinkReason> {
    sink.connecting()
    if (await context.isOwn(url)) return 'own-address'
    const { address, family } = await checkHost(url, context.config)
    const own = new Map(
      [0, ...fecOffsets(spec.fec)].map((offset) => [offset, createSocket(family === 4 ? 'udp4' : 'udp6')]),
    )
    // Nobody has to listen.
    for (const socket of own.values()) socket.on('error', () => undefined)
    try {
      await Promise.all(
        Array.from(own, async ([offset, socket]) => {
          socket.connect(Number(url.port) + offset, address)
          await once(socket, 'connect')
        }),
      )
      sockets = own
      return await untilAborted(stop.signal)
    } finally {
      sockets = new Map()
      for (const socket of own.values()) socket.close()
    }
  }

  void keepTrying(stop.signal, attempt, sink.failing)
  return {
    push(payload, atUs) {
      if (sockets.size === 0) return
      if (waiting.length >= MAX_WAITING) {
        waiting.shift()
        dropped += 1
      }
      waiting.push({ payload, dueMs: atUs / 1000 + spec.latencyMs })
      plan()
    },
    figures: () => ({
      rttMs: null,
      resent: 0,
      dropped,
      arrived: sent,
      peers: sockets.size === 0 ? [] : [url.host],
      queueBytes: null,
      sentBytes: null,
    }),
    close() {
      clearTimeout(timer)
      stop.abort()
    },
  }
}

/** Each payload is a datagram. */
function plainDatagrams(payload: Buffer) {
  return [{ offset: 0, datagram: payload }]
}
