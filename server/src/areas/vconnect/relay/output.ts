import type { ConnectFigures, ConnectState } from '@kinora/contract'
import { type SourceReport, type Standby, startStandby } from './backup/standby.ts'
import { type ConnectRunner, type LinkReport, startConnect } from './connect-runner.ts'
import { readInputMedia } from './input-media.ts'
import type { RelayContext } from './relay-context.ts'
import type { InputSpec } from './specs.ts'

/** The connects of an input, which get its stream or that of its backup. */
export interface RelayOutput {
  connectIds(): string[]
  states(): ConnectState[]
  update(spec: InputSpec): void
  /** Another stream of the input begins. */
  begin(): void
  /** A part of the stream of the input itself came, which may wait. */
  arrived(): void
  push(payload: Buffer, atUs: number): void
  /** Called every second. */
  tick(nowMs: number): void
  report(at: Date, seconds: number): LinkReport<ConnectState, ConnectFigures>[]
  /** Null without a backup. */
  source(): SourceReport | null
  close(): void
}

/** Connects end after so long without a payload. Their peers would end them themselves. */
const GONE_MS = 10_000

export function openOutput(first: InputSpec, context: RelayContext): RelayOutput {
  const connects = new Map<string, ConnectRunner>()
  const media = readInputMedia(context.log)
  let standby: Standby | null = null
  let hasBackup = false
  let lastMs = Number.NEGATIVE_INFINITY

  function pass(payload: Buffer, atUs: number): void {
    lastMs = performance.now()
    for (const connect of connects.values()) connect.push(payload, atUs)
    media.push(payload)
  }

  function update(spec: InputSpec): void {
    updateConnects(spec.connects)
    const { standby: next } = spec
    hasBackup = next !== null
    if (standby === null) standby = next && startStandby(next, { pass, reset: media.reset }, context)
    else if (next !== null || standby.isSpliced()) standby.update(next)
    else {
      // A stream that was switched stays converted, so that it goes on without a fault.
      standby.close()
      standby = null
    }
  }

  /** Starts and ends connects. Those that have not changed go on undisturbed. */
  function updateConnects(specs: InputSpec['connects']): void {
    const wanted = new Map(specs.map((connect) => [connect.id, connect]))
    for (const [id, connect] of connects) {
      const next = wanted.get(id)
      if (next !== undefined && JSON.stringify(next.sender) === JSON.stringify(connect.spec.sender)) continue
      connect.close()
      connects.delete(id)
    }
    for (const [id, connect] of wanted)
      if (!connects.has(id)) connects.set(id, startConnect(connect, context, media))
  }

  update(first)
  return {
    connectIds: () => [...connects.keys()],
    states: () => Array.from(connects.values(), (connect) => connect.state()),
    update,
    begin() {
      if (standby === null) media.reset()
      else standby.begin()
    },
    arrived: () => standby?.arrived(),
    push(payload, atUs) {
      if (standby === null) pass(payload, atUs)
      else standby.push(payload, atUs)
    },
    tick(nowMs) {
      for (const connect of connects.values()) connect.tick(nowMs - lastMs < GONE_MS)
    },
    report: (at, seconds) => Array.from(connects.values(), (connect) => connect.report(at, seconds)),
    source: () => (hasBackup ? (standby?.report() ?? null) : null),
    close() {
      standby?.close()
      for (const connect of connects.values()) connect.close()
    },
  }
}
