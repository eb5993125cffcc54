import {
  createReplay,
  createSwitcher,
  createTsSplice,
  createTsView,
  type SplicedPayload,
  type StreamSource,
  type SwitchReason,
  type SwitchWish,
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
  update(spec: StandbySpec): void
  /** Another stream of the input itself begins. */
  begin(): void
  /** A payload of the input itself. */
  push(payload: Buffer, atUs: number): void
  report(): SourceReport
  close(): void
}

export interface StandbyOutput {
  pass(payload: Buffer, atUs: number): void
  /** Another stream begins. */
  reset(): void
}

const PACKET_BYTES = 188
const TICK_MS = 20
/** Payloads leave so long before they are due, because timers are late. */
const AHEAD_US = 100_000
/** A backup without a payload for so long has no stream, also if the hold time is shorter. */
const LEAST_SILENT_MS = 1000

export function startStandby(first: StandbySpec, out: StandbyOutput, context: RelayContext): Standby {
  let spec = first
  let current: SourceReport = { source: 'own', reason: null, at: null, delayMs: 0 }
  let view = createTsView()
  const replay = createReplay()
  const splice = createTsSplice()
  const switcher = createSwitcher(
    () => ({ holdMs: spec.holdMs, returns: spec.returns, returnMs: spec.returnAfterS * 1000 }),
    performance.now(),
  )
  /** Whether the stream was switched before, and its packets are converted since. */
  let isSpliced = false
  let wish: SwitchWish | null = null
  let queue: SplicedPayload[] = []
  let backupMs = Number.NEGATIVE_INFINITY
  let obeyedMs = context.clock.now().getTime()

  const leave = followInput(spec.backup, context, (payload, atUs) => {
    const nowMs = performance.now()
    if (!isFresh(nowMs)) replay.reset()
    backupMs = nowMs
    replay.push(payload, atUs)
    if (current.source === 'backup') queue.push(...splice.convert({ payload, atUs }))
  })
  const timer = setInterval(tick, TICK_MS)

  function isFresh(nowMs: number): boolean {
    return nowMs - backupMs < Math.max(LEAST_SILENT_MS, spec.holdMs)
  }

  function tick(): void {
    const nowMs = performance.now()
    const hasBackup = isFresh(nowMs) && replay.payloads().length > 0 && replay.view().clock() !== null
    wish = switcher.wish(current.source, hasBackup, nowMs)
    if (wish?.source === 'backup') takeBackup(wish, nowMs)
    const dueUs = nowMs * 1000 + AHEAD_US
    for (let next = queue[0]; next !== undefined && next.dueUs <= dueUs; next = queue[0]) {
      queue.shift()
      out.pass(splice.stamp(next), next.dueUs)
    }
  }

  /** The backup goes on from its last keyframe, so that no frame of it is missing. */
  function takeBackup(by: SwitchWish, nowMs: number): void {
    const [key] = replay.payloads()
    if (key === undefined) return
    const delayUs = Math.max(0, nowMs * 1000 - key.atUs)
    const tables = splice.begin(replay.view(), key, delayUs)
    if (tables === null) return
    finish(by, delayUs / 1000)
    queue = [tables, ...replay.payloads().flatMap(splice.convert)]
  }

  /** The input takes its place with a keyframe. What still waits of the backup is left out, so that the stream is as early as before. */
  function takeOwn(by: SwitchWish, payload: Buffer, atUs: number): void {
    const tables = splice.begin(view, { payload, atUs }, 0)
    if (tables === null) return
    queue = []
    finish(by, 0)
    out.pass(splice.stamp(tables), tables.dueUs)
    passOwn(payload, atUs)
  }

  function finish(by: SwitchWish, delayMs: number): void {
    switcher.switched(by)
    isSpliced = true
    wish = null
    current = {
      source: by.source,
      reason: by.reason,
      at: context.clock.now(),
      delayMs: Math.round(delayMs),
    }
    out.reset()
  }

  function passOwn(payload: Buffer, atUs: number): void {
    if (isSpliced)
      for (const each of splice.convert({ payload, atUs })) out.pass(splice.stamp(each), each.dueUs)
    else out.pass(payload, atUs)
  }

  return {
    update(next) {
      spec = next
      const { chosen } = next
      if (chosen === null || chosen.atMs <= obeyedMs) return
      obeyedMs = chosen.atMs
      switcher.choose(chosen.source)
    },
    begin() {
      view = createTsView()
      if (current.source === 'own') out.reset()
    },
    push(payload, atUs) {
      switcher.received(performance.now())
      const isNoted = current.source === 'own' && !isSpliced
      let hasKey = false
      for (let at = 0; at + PACKET_BYTES <= payload.length; at += PACKET_BYTES) {
        const viewed = view.read(payload.subarray(at, at + PACKET_BYTES), atUs)
        if (viewed === null) continue
        hasKey ||= viewed.isKey
        if (isNoted) splice.note(viewed, view)
      }
      if (current.source === 'own') passOwn(payload, atUs)
      else if (hasKey && wish?.source === 'own') takeOwn(wish, payload, atUs)
    },
    report: () => current,
    close() {
      clearInterval(timer)
      leave()
    },
  }
}
