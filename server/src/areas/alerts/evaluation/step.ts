import { type AlertCondition, type AlertState, defaultRecovery } from '@kinora/contract'
import type { AbsentValue } from '../../../platform/alerts/alert-sources.ts'

/** Verdict on a value. `between` is past the recovery value, but not the threshold. */
export type Verdict = 'breach' | 'between' | 'clear' | 'unknown' | 'gone'

export interface Timing {
  /** Milliseconds that the condition must hold. */
  readonly forMs: number
  /** Milliseconds that the metric must stay recovered, and in which no other incident opens. */
  readonly quietMs: number
}

/** The state of a rule for one group. Times are in milliseconds since 1970. */
export interface Phase {
  readonly phase: AlertState
  /** Start of the phase. */
  readonly sinceMs: number
  /** Number of incidents so far. */
  readonly number: number
  /** End of the last incident. */
  readonly endedMs: number | null
}

export interface Stepped {
  readonly after: Phase
  readonly change: 'opened' | 'resolved' | null
}

/** The state before the first step. */
export const initialPhase: Phase = { phase: 'normal', sinceMs: 0, number: 0, endedMs: null }

/** The next state of a rule for one group. An unknown value changes nothing. */
export function step(timing: Timing, before: Phase, verdict: Verdict, atMs: number): Stepped {
  if (verdict === 'unknown') return { after: before, change: null }
  const isOpen = before.phase === 'firing' || before.phase === 'recovering'
  if (!isOpen) return stepClosed(timing, before, verdict, atMs)
  if (verdict === 'gone') return resolved(before, atMs)
  if (verdict !== 'clear') return { after: moved(before, 'firing', atMs), change: null }
  const recovering = moved(before, 'recovering', atMs)
  return atMs - recovering.sinceMs >= timing.quietMs
    ? resolved(before, atMs)
    : { after: recovering, change: null }
}

function stepClosed({ forMs, quietMs }: Timing, before: Phase, verdict: Verdict, atMs: number): Stepped {
  if (verdict !== 'breach') return { after: moved(before, 'normal', atMs), change: null }
  const pending = moved(before, 'pending', atMs)
  const isQuiet = before.endedMs !== null && atMs - before.endedMs < quietMs
  if (isQuiet || atMs - pending.sinceMs < forMs) return { after: pending, change: null }
  return {
    after: { ...pending, phase: 'firing', sinceMs: atMs, number: before.number + 1 },
    change: 'opened',
  }
}

function moved(before: Phase, phase: AlertState, atMs: number): Phase {
  return before.phase === phase ? before : { ...before, phase, sinceMs: atMs }
}

function resolved(before: Phase, atMs: number): Stepped {
  return { after: { ...before, phase: 'normal', sinceMs: atMs, endedMs: atMs }, change: 'resolved' }
}

/** The state after a time without evaluation: nobody knows whether the condition held meanwhile. */
export function afterGap(before: Phase, atMs: number): Phase {
  if (before.phase === 'pending') return moved(before, 'normal', atMs)
  return before.phase === 'recovering' ? moved(before, 'firing', atMs) : before
}

interface Judged {
  readonly condition: AlertCondition
  readonly threshold: number
  readonly recovery: number | null
}

/** @param value null if it is not known */
export function verdictOf({ condition, threshold, recovery }: Judged, value: AbsentValue): Verdict {
  if (value === 'gone') return 'gone'
  if (condition === 'no-data') return value === null ? 'breach' : 'clear'
  if (value === null) return 'unknown'
  const good = recovery ?? defaultRecovery(condition, threshold)
  // Below is above with all signs changed.
  const sign = condition === 'below' ? -1 : 1
  if (value * sign > threshold * sign) return 'breach'
  return value * sign <= good * sign ? 'clear' : 'between'
}

/** The change of a value in percent: its rise, or its fall for `fall`. Null if it is not known. */
export function changeOf(
  condition: AlertCondition,
  value: number | null,
  past: number | null,
): number | null {
  if (value === null || past === null || past === 0) return null
  const risen = ((value - past) / Math.abs(past)) * 100
  return condition === 'fall' ? -risen : risen
}
