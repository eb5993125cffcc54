import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '../../server/src/platform/log.ts'
import { callSrt } from '../../server/src/platform/transport/srt/caller.ts'
import { startSrtListener } from '../../server/src/platform/transport/srt/listener.ts'
import type { Bench } from '../tools/bench.ts'
import { milliseconds, type Row } from '../tools/table.ts'
import { familyOf } from './processor.ts'

const PAYLOAD_BYTES = 1316
const TIME_AT = 8
const STEP_MS = 5
const MBPS = [5, 20] as const
/** Targets of V-Connect: delay that the relay adds, and its share of a core. */
const MOST_ADDED_S = 0.01
const MOST_OF_CORE = 0.2

const log = createLog('silent')

/** A stream from SRT to SRT through V-Connect, beside the same stream without it. */
export async function relayRows(bench: Bench): Promise<Row[]> {
  const { kinora, owner, plan } = bench
  if ((await familyOf(kinora.pid)).length === 0) return []
  const delays: number[] = []
  const listener = await startSrtListener({
    port: 0,
    host: '127.0.0.1',
    log,
    decide: async () => ({
      isAccepted: true,
      keys: null,
      onPayload: (payload) => void delays.push(performance.now() - payload.readDoubleBE(TIME_AT)),
      onEnd: () => undefined,
    }),
  })
  const input = await owner.call('createVconnectInput', { body: { name: 'Bench', kind: 'srt' } })
  const destination = await owner.call('createVconnectDestination', {
    body: { name: 'Bench', kind: 'srt', address: `srt://127.0.0.1:${listener.port}` },
  })
  await owner.call('createVconnectConnect', {
    body: { inputId: input.id, destinationId: destination.id },
  })
  const params = { id: input.id }
  while ((await owner.call('getVconnectInput', { params })).state !== 'listening') await pause(200)

  /** The median delay of a stream to a port. */
  async function delayTo(port: number, mbps: number): Promise<number> {
    const link = await callSrt(
      {
        address: '127.0.0.1',
        family: 4,
        port,
        streamId: '',
        passphrase: '',
        keyBytes: 16,
        latencyMs: 120,
      },
      { signal: new AbortController().signal, log, onPayload: () => undefined, onEnd: () => undefined },
    )
    // The first seconds have the connection of the destination.
    await send(link.push, mbps, 3)
    delays.length = 0
    await send(link.push, mbps, plan.liveS)
    link.close()
    const sorted = delays.toSorted((one, other) => one - other)
    return (sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY) / 1000
  }

  const rows: Row[] = []
  for (const mbps of MBPS) {
    const direct = await delayTo(listener.port, mbps)
    const before = await cpuOfRelay(kinora.pid)
    const through = await delayTo(Number(new URL(input.address).port), mbps)
    const share = ((await cpuOfRelay(kinora.pid)) - before) / (plan.liveS + 3)
    rows.push(
      {
        what: `V-Connect, SRT to SRT at ${mbps} Mbit/s: median delay, against a direct connection`,
        ours: milliseconds(through),
        against: milliseconds(direct),
        ratio: null,
        aim: `≤ ${milliseconds(MOST_ADDED_S)} more`,
        isMet: through - direct <= MOST_ADDED_S,
      },
      {
        what: `V-Connect, SRT to SRT at ${mbps} Mbit/s: processor`,
        ours: `${(100 * share).toFixed(1)} % of a core`,
        against: '',
        ratio: null,
        aim: `≤ ${100 * MOST_OF_CORE} %`,
        isMet: share <= MOST_OF_CORE,
      },
    )
    await pause(4000)
  }
  await owner.call('deleteVconnectInput', { params })
  await listener.close()
  return rows
}

async function send(
  push: (payload: Buffer, atUs: number) => void,
  mbps: number,
  seconds: number,
): Promise<void> {
  const perMs = (mbps * 1000) / 8 / PAYLOAD_BYTES
  const startedMs = performance.now()
  let sent = 0
  for (let now = startedMs; now < startedMs + seconds * 1000; now = performance.now()) {
    for (; sent < (now - startedMs) * perMs; sent += 1) {
      const payload = Buffer.alloc(PAYLOAD_BYTES)
      for (let at = 0; at < PAYLOAD_BYTES; at += 188) payload.writeUInt32BE(0x47_1f_ff_10, at)
      payload.writeDoubleBE(performance.now(), TIME_AT)
      push(payload, performance.now() * 1000)
    }
    await pause(STEP_MS)
  }
}

async function cpuOfRelay(pid: number): Promise<number> {
  const family = await familyOf(pid)
  return family.find(({ command }) => command.includes('relay-main'))?.cpuS ?? 0
}
