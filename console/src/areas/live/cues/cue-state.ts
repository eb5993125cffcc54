import type { LiveCue } from '@kinora/contract'
import { livestreamLimits } from '@kinora/contract'

type CueState = 'planned' | 'running' | 'over'

/** Epoch milliseconds. A break without a length ends at the latest then. */
export function cueEndMs({ at, durationS, endedAt }: LiveCue): number {
  return endedAt ? Date.parse(endedAt) : Date.parse(at) + (durationS ?? livestreamLimits.mostCueS) * 1000
}

export function cueStateOf(cue: LiveCue, nowMs: number): CueState {
  if (cueEndMs(cue) <= nowMs) return 'over'
  return Date.parse(cue.at) > nowMs ? 'planned' : 'running'
}
