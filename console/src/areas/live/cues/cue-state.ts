import type { LiveCue } from '@kinora/contract'
import { livestreamLimits } from '@kinora/contract'

type CueState = 'planned' | 'running' | 'over'

/** Latest end of a break in epoch milliseconds. A break without a duration ends after the maximum length. */
export function cueEndMs({ at, durationS, endedAt }: LiveCue): number {
  return endedAt ? Date.parse(endedAt) : Date.parse(at) + (durationS ?? livestreamLimits.mostCueS) * 1000
}

export function cueStateOf(cue: LiveCue, nowMs: number): CueState {
  if (cueEndMs(cue) <= nowMs) return 'over'
  return Date.parse(cue.at) > nowMs ? 'planned' : 'running'
}
