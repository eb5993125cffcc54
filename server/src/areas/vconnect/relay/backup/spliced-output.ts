import type { SplicedPayload, TimedPayload, TsSplice } from '@kinora/media'
import type { RelayContext } from '../relay-context.ts'

export interface StandbyOutput {
  pass(payload: Buffer, atUs: number): void
  /** Another stream begins. */
  reset(): void
}

/** Payloads leave so long before they are due, because timers are late. */
const AHEAD_US = 100_000

/** Does something with packets of others, which may be broken: a fault costs them, and not the process. */
export type Attempt = <T>(work: () => T, otherwise: T) => T

/** The stream that leaves: payloads as they came, or converted ones, which can wait until they are due. */
export interface SplicedOutput {
  /** Passes a payload on as it came. */
  pass(payload: Buffer, dueUs: number): void
  passNow(payloads: readonly SplicedPayload[]): void
  /** Lets payloads wait, behind those that wait already. */
  add(payloads: readonly SplicedPayload[]): void
  /** Leaves out what waits. */
  clear(): void
  /** Passes on what is due. */
  tick(nowMs: number): void
  /** Converts a payload. One that cannot be converted is left out. */
  convert(payload: TimedPayload): SplicedPayload[]
  /** When the latest payload that left was due. */
  lastDueUs(): number
}

export function createSplicedOutput(splice: TsSplice, out: StandbyOutput, attempt: Attempt): SplicedOutput {
  let queue: SplicedPayload[] = []
  let lastDueUs = Number.NEGATIVE_INFINITY

  function pass(payload: Buffer, dueUs: number): void {
    lastDueUs = Math.max(lastDueUs, dueUs)
    out.pass(payload, dueUs)
  }

  function passNow(payloads: readonly SplicedPayload[]): void {
    for (const spliced of payloads) pass(splice.stamp(spliced), spliced.dueUs)
  }

  return {
    pass,
    passNow,
    add(payloads) {
      for (const each of payloads) queue.push(each)
    },
    clear() {
      queue = []
    },
    tick(nowMs) {
      const later = queue.findIndex(({ dueUs }) => dueUs > nowMs * 1000 + AHEAD_US)
      passNow(queue.splice(0, later < 0 ? queue.length : later))
    },
    convert: (payload) => attempt(() => splice.convert(payload), []),
    lastDueUs: () => lastDueUs,
  }
}

/** Logs faults at growing intervals. */
export function createAttempt(log: RelayContext['log']): Attempt {
  let faults = 0
  return (work, otherwise) => {
    try {
      return work()
    } catch (err) {
      faults += 1
      if (Math.log2(faults) % 1 === 0)
        log.warn({ err, faults }, 'packets of an input with a backup are left out')
      return otherwise
    }
  }
}
