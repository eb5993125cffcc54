import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { LinkReason } from '@kinora/contract'
import { checkHost } from '../../../../platform/net/address-guard.ts'
import { keepTrying } from '../keep-trying.ts'
import type { RelayContext } from '../relay-context.ts'
import type { SenderSpec } from '../specs.ts'
import { untilAborted } from '../until-aborted.ts'
import type { Sender, SenderSink } from './sender.ts'

/** Datagrams that wait for their time. */
const MAX_WAITING = 8192

interface Waiting {
  readonly payload: Buffer
  readonly dueMs: number
}

/** Sends datagrams with the spacing of the source: they leave one latency after their time. */
export function sendUdp(spec: SenderSpec, sink: SenderSink, context: RelayContext): Sender {
  const stop = new AbortController()
  const url = new URL(spec.url ?? '')
  const waiting: Waiting[] = []
  let socket: Socket | null = null
  let timer: NodeJS.Timeout | undefined
  let sent = 0
  let dropped = 0

  function sendDue(): void {
    timer = undefined
    const now = performance.now()
    while (waiting[0] !== undefined && waiting[0].dueMs <= now) {
      const [next] = waiting.splice(0, 1)
      if (next === undefined || socket === null) continue
      socket.send(next.payload, () => undefined)
      sent += 1
    }
    plan()
  }

  /** The timer runs only while datagrams wait. */
  function plan(): void {
    const [next] = waiting
    if (next !== undefined && timer === undefined)
      timer = setTimeout(sendDue, Math.max(1, next.dueMs - performance.now()))
  }

  async function attempt(): Promise<LinkReason> {
    sink.connecting()
    if (await context.isOwn(url)) return 'own-address'
    const { address, family } = await checkHost(url, context.config)
    const own = createSocket(family === 4 ? 'udp4' : 'udp6')
    // Nobody has to listen.
    own.on('error', () => undefined)
    try {
      own.connect(Number(url.port), address)
      await once(own, 'connect')
      socket = own
      return await untilAborted(stop.signal)
    } finally {
      socket = null
      own.close()
    }
  }

  void keepTrying(stop.signal, attempt, sink.failing)
  return {
    push(payload, atUs) {
      if (socket === null) return
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
      peers: socket === null ? [] : [url.host],
      queueBytes: null,
      sentBytes: null,
    }),
    close() {
      clearTimeout(timer)
      stop.abort()
    },
  }
}
