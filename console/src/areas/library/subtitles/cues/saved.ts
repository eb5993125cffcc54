import type { SubtitleCue } from '@kinora/contract'
import type { Cue } from './cue'

/** The cues as the server accepts them. */
export function plainCues(cues: readonly Cue[]): SubtitleCue[] {
  return cues.map(({ key: _, ...cue }) => cue)
}

/** Whether two versions have the same cues, ignoring their keys. */
export function areSame(some: readonly SubtitleCue[], others: readonly SubtitleCue[]): boolean {
  return some.length === others.length && some.every((cue, at) => written(cue) === written(others[at]))
}

function written(cue: SubtitleCue | undefined): string {
  if (cue === undefined) return ''
  const { id, start, end, text, settings } = cue
  return JSON.stringify([id, start, end, text, Object.entries(settings).sort()])
}
