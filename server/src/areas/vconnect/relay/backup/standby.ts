import {
  createClockWatch,
  createReplay,
  createSwitcher,
  createTsSplice,
  createTsView,
  type SplicedPayload,
  type StreamSource,
  type SwitchReason,
  type SwitchWish,
  type TimedPayload,
} from '@kinora/media'
import type { RelayContext } from '../relay-context.ts'
import type { StandbySpec } from '../specs.ts'
import { followInput } from './follow-input.ts'

/** The source of the connects of an input with a backup. */
export interface SourceReport {
  readonly source: StreamSource
  /** Null before the first switch. */
  readonly reason: SwitchReason | null
  readonly at: Date | null
  /** The time by which the stream is later than it was received. */
  readonly delayMs: number
}

/** Passes the stream of an input on, or that of its backup. */
export interface Standby {
  /** @param spec null without a backup any more */
  update(spec: StandbySpec | null): void
  /** Another stream of the input itself begins. */
  begin(): void
  /** A part of the stream of the input itself came, which may wait. */
  arrived(): void
  /** A payload of the input itself. */
  push(payload: Buffer, atUs: number): void
  report(): SourceReport
  /** Whether the stream was switched before, and its packets are converted since. */
  isSpliced(): boolean
  close(): void
}

export interface StandbyOutput {
  pass(payload: Buffer, atUs: number): void
  /** Another stream begins. */
  reset(): void
}

const PACKET_BYTES = 188
const TICK_MS = 20
/** A check that is later than this found no time for what came meanwhile. */
const LATE_MS = 100
/** Payloads leave so long before they are due, because timers are late. */
const AHEAD_US = 100_000
/** A backup without a payload for so long has no stream, also if the hold time is shorter. */
const LEAST_SILENT_MS = 1000

export function startStandby(first: StandbySpec, out: StandbyOutput, context: RelayContext): Standby {
  let spec = first
  let current: SourceReport = { source: 'own', reason: null, at: null, delayMs: 0 }
  let view = createTsView()
  const clocks = { own: createClockWatch(), backup: createClockWatch() }
  const replay = createReplay()
  const splice = createTsSplice()
  const attempt = createAttempt(context.log)
  const startMs = performance.now()
  const switcher = createSwitcher(
    () => ({ holdMs: spec.holdMs, returns: spec.returns, returnMs: spec.returnAfterS * 1000 }),
    startMs,
  )
  if (first.hadBackup) switcher.choose('backup')
  let isSpliced = false
  /** Whether the current source began again, and goes on with its next keyframe. */
  let isCut = false
  let wish: SwitchWish | null = null
  let queue: SplicedPayload[] = []
  let lastDueUs = Number.NEGATIVE_INFINITY
  let backupMs = Number.NEGATIVE_INFINITY
  let obeyedMs = first.chosen?.atMs ?? 0
  let tickedMs = startMs
  let hasWaited = false
  let backupId: string | null = first.backup.id
  let leave = followInput(first.backup, context, takeFromBackup)
  const timer = setInterval(tick, TICK_MS)

  function takeFromBackup(payload: Buffer, atUs: number): void {
    const nowMs = performance.now()
    if (!isFresh(nowMs)) cutBackup()
    backupMs = nowMs
    const read = () => attempt(() => replay.push(payload, atUs), undefined)
    read()
    if (clocks.backup.hasJumped(replay.view().clock())) {
      cutBackup()
      read()
    }
    if (current.source !== 'backup') return
    if (isCut) resumeBackup(nowMs)
    else queue.push(...convert({ payload, atUs }))
  }

  function cutBackup(): void {
    replay.reset()
    isCut ||= current.source === 'backup'
  }

  function isFresh(nowMs: number): boolean {
    return nowMs - backupMs < Math.max(LEAST_SILENT_MS, spec.holdMs)
  }

  function tick(): void {
    const nowMs = performance.now()
    // After a pause of this process, what has come is read first.
    hasWaited = nowMs - tickedMs > TICK_MS + LATE_MS && !hasWaited
    tickedMs = nowMs
    if (!hasWaited) {
      const isReady = replay.payloads().length > 0 && replay.view().clock() !== null
      wish = switcher.wish(current.source, isFresh(nowMs) && (current.source === 'backup' || isReady), nowMs)
      if (wish?.source === 'backup') takeBackup(wish, nowMs)
    }
    const dueUs = nowMs * 1000 + AHEAD_US
    for (let next = queue[0]; next !== undefined && next.dueUs <= dueUs; next = queue[0]) {
      queue.shift()
      passSpliced(next)
    }
  }

  /** The backup goes on from its last keyframe, so that no frame of it is missing, and never before what has left.
   * @returns its delay, or null if it cannot */
  function beginBackup(nowMs: number): number | null {
    const [key] = replay.payloads()
    if (key === undefined) return null
    const delayUs = Math.max(0, nowMs * 1000 - key.atUs, lastDueUs - key.atUs)
    const tables = attempt(() => splice.begin(replay.view(), key, delayUs), null)
    if (tables === null) return null
    queue = [tables, ...replay.payloads().flatMap(convert)]
    return delayUs / 1000
  }

  function takeBackup(by: SwitchWish, nowMs: number): void {
    const delayMs = beginBackup(nowMs)
    if (delayMs !== null) finish(by, delayMs)
  }

  function resumeBackup(nowMs: number): void {
    const delayMs = beginBackup(nowMs)
    if (delayMs === null) return
    current = { ...current, delayMs: Math.round(delayMs) }
    isCut = false
    out.reset()
  }

  /** The input takes its place, or goes on, with a keyframe. What still waits of the backup is left out, so that the stream is as early
   * as before. @param by null if it goes on */
  function takeOwn(by: SwitchWish | null, payload: Buffer, atUs: number): void {
    const tables = attempt(() => splice.begin(view, { payload, atUs }, 0), null)
    if (tables === null) return
    queue = []
    isCut = false
    if (by === null) out.reset()
    else finish(by, 0)
    passSpliced(tables)
    passOwn(payload, atUs)
  }

  function finish(by: SwitchWish, delayMs: number): void {
    switcher.switched(by)
    isSpliced = true
    isCut = false
    wish = null
    const { source, reason } = by
    current = { source, reason, at: context.clock.now(), delayMs: Math.round(delayMs) }
    out.reset()
  }

  /** A payload that cannot be converted is left out. */
  function convert(payload: TimedPayload): SplicedPayload[] {
    return attempt(() => splice.convert(payload), [])
  }

  function passSpliced(spliced: SplicedPayload): void {
    pass(splice.stamp(spliced), spliced.dueUs)
  }

  function pass(payload: Buffer, dueUs: number): void {
    lastDueUs = Math.max(lastDueUs, dueUs)
    out.pass(payload, dueUs)
  }

  function passOwn(payload: Buffer, atUs: number): void {
    if (isSpliced) for (const each of convert({ payload, atUs })) passSpliced(each)
    else pass(payload, atUs)
  }

  /** Reads a payload of the input itself. @returns whether it has a keyframe */
  function readOwn(payload: Buffer, atUs: number): boolean {
    const isNoted = current.source === 'own' && !isSpliced
    let hasKey = false
    for (let at = 0; at + PACKET_BYTES <= payload.length; at += PACKET_BYTES) {
      const viewed = view.read(payload.subarray(at, at + PACKET_BYTES), atUs)
      if (viewed === null) continue
      hasKey ||= viewed.isKey
      if (isNoted) splice.note(viewed, view)
    }
    return hasKey
  }

  return {
    update(next) {
      const id = next?.backup.id ?? null
      if (next !== null) spec = next
      if (id !== backupId) {
        leave()
        backupId = id
        backupMs = Number.NEGATIVE_INFINITY
        cutBackup()
        leave = next === null ? () => undefined : followInput(next.backup, context, takeFromBackup)
      }
      const chosen = next?.chosen ?? null
      if (chosen === null || chosen.atMs <= obeyedMs) return
      obeyedMs = chosen.atMs
      switcher.choose(chosen.source)
    },
    begin() {
      view = createTsView()
      if (current.source !== 'own') return
      isCut = isSpliced
      out.reset()
    },
    arrived: () => switcher.received(performance.now()),
    push(payload, atUs) {
      switcher.received(performance.now())
      const hasKey = attempt(() => readOwn(payload, atUs), false)
      const hasJumped = clocks.own.hasJumped(view.clock())
      if (current.source === 'own') {
        if (hasJumped && isSpliced) isCut = true
        if (!isCut) passOwn(payload, atUs)
        else if (hasKey) takeOwn(null, payload, atUs)
      } else if (hasKey && wish?.source === 'own') takeOwn(wish, payload, atUs)
    },
    report: () => current,
    isSpliced: () => isSpliced,
    close() {
      clearInterval(timer)
      leave()
    },
  }
}

/** Returns a function that does something with packets of others, which may be broken: a fault costs them, and not the process. */
function createAttempt(log: RelayContext['log']): <T>(work: () => T, otherwise: T) => T {
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
