import {
  createClockWatch,
  createReplay,
  createSwitcher,
  createTsSplice,
  createTsView,
  type StreamSource,
  type SwitchReason,
  type SwitchWish,
  type TsSplice,
  type TsView,
} from '@kinora/media'
import type { RelayContext } from '../relay-context.ts'
import type { StandbySpec } from '../specs.ts'
import { createFollower } from './follow-input.ts'
import { createAttempt, createSplicedOutput, type StandbyOutput } from './spliced-output.ts'

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

const PACKET_BYTES = 188
const TICK_MS = 20
/** A check that is later than this found no time for what came meanwhile. */
const LATE_MS = 100
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
  const leaving = createSplicedOutput(splice, out, attempt)
  const startMs = performance.now()
  const switcher = createSwitcher(() => rulesOf(spec), startMs)
  if (first.hadBackup) switcher.choose('backup')
  let isSpliced = false
  /** Whether the current source began again, and goes on with its next keyframe. */
  let isCut = false
  let wish: SwitchWish | null = null
  let backupMs = Number.NEGATIVE_INFINITY
  let obeyedMs = first.chosen?.atMs ?? 0
  let tickedMs = startMs
  let hasWaited = false
  const backup = createFollower(context, takeFromBackup)
  backup.follow(first.backup)
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
    if (isCut) takeBackup(null, nowMs)
    else leaving.add(leaving.convert({ payload, atUs }))
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
    leaving.tick(nowMs)
  }

  /** The backup goes on from its last keyframe, so that no frame of it is missing, and never before what has left.
   * @returns its delay, or null if it cannot */
  function beginBackup(nowMs: number): number | null {
    const [key] = replay.payloads()
    if (key === undefined) return null
    const delayUs = Math.max(0, nowMs * 1000 - key.atUs, leaving.lastDueUs() - key.atUs)
    const tables = attempt(() => splice.begin(replay.view(), key, delayUs), null)
    if (tables === null) return null
    leaving.clear()
    leaving.add([tables, ...replay.payloads().flatMap(leaving.convert)])
    return delayUs / 1000
  }

  /** @param by null if it is the source already, and goes on */
  function takeBackup(by: SwitchWish | null, nowMs: number): void {
    const delayMs = beginBackup(nowMs)
    if (delayMs !== null) finish(by, delayMs)
  }

  /** The input takes its place, or goes on, with a keyframe. What still waits of the backup is left out, so that the stream is as early
   * as before. @param by null if it goes on */
  function takeOwn(by: SwitchWish | null, payload: Buffer, atUs: number): void {
    const tables = attempt(() => splice.begin(view, { payload, atUs }, 0), null)
    if (tables === null) return
    leaving.clear()
    finish(by, 0)
    leaving.passNow([tables])
    passOwn(payload, atUs)
  }

  /** @param by null if the source stays */
  function finish(by: SwitchWish | null, exactMs: number): void {
    const delayMs = Math.round(exactMs)
    isCut = false
    if (by === null) current = { ...current, delayMs }
    else {
      switcher.switched(by)
      isSpliced = true
      wish = null
      current = { source: by.source, reason: by.reason, at: context.clock.now(), delayMs }
    }
    out.reset()
  }

  function passOwn(payload: Buffer, atUs: number): void {
    if (isSpliced) leaving.passNow(leaving.convert({ payload, atUs }))
    else leaving.pass(payload, atUs)
  }

  return {
    update(next) {
      if (next !== null) spec = next
      if (backup.follow(next?.backup ?? null)) {
        backupMs = Number.NEGATIVE_INFINITY
        cutBackup()
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
      const noted = current.source === 'own' && !isSpliced ? splice : null
      const hasKey = attempt(() => readPackets(view, payload, atUs, noted), false)
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
      backup.follow(null)
    },
  }
}

/** Reads a payload. @param noted gets its packets, if they leave as they are @returns whether it has a keyframe */
function readPackets(view: TsView, payload: Buffer, atUs: number, noted: TsSplice | null): boolean {
  let hasKey = false
  for (let at = 0; at + PACKET_BYTES <= payload.length; at += PACKET_BYTES) {
    const viewed = view.read(payload.subarray(at, at + PACKET_BYTES), atUs)
    if (viewed === null) continue
    hasKey ||= viewed.isKey
    noted?.note(viewed, view)
  }
  return hasKey
}

function rulesOf({ holdMs, returns, returnAfterS }: StandbySpec) {
  return { holdMs, returns, returnMs: returnAfterS * 1000 }
}
