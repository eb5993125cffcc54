import type { SubtitleCue } from '@kinora/contract'

/** How many cues differ between two versions. Each cue counts once. */
export interface CueDifferences {
  readonly total: number
  /** Same start or end, other text or settings. */
  readonly reworded: number
  /** Same text and settings, other times. */
  readonly moved: number
  readonly added: number
  readonly removed: number
}

/** Compares what viewers see with a draft. Takes time in proportion to the number of cues. */
export function differencesOf(
  published: readonly SubtitleCue[],
  draft: readonly SubtitleCue[],
): CueDifferences {
  const unchanged = pair(published, draft, (cue) => `${cue.start} ${cue.end} ${wordingOf(cue)}`)
  const moved = pair(unchanged.before, unchanged.after, wordingOf)
  const starts = pair(moved.before, moved.after, ({ start }) => start)
  const ends = pair(starts.before, starts.after, ({ end }) => end)
  const reworded = starts.count + ends.count
  const [removed, added] = [ends.before.length, ends.after.length]
  return {
    total: reworded + moved.count + added + removed,
    reworded,
    moved: moved.count,
    added,
    removed,
  }
}

function wordingOf({ text, settings }: SubtitleCue): string {
  return JSON.stringify([text, Object.entries(settings).sort()])
}

/** Pairs cues with the same key in order, and returns the cues left over on both sides. */
function pair(
  before: readonly SubtitleCue[],
  after: readonly SubtitleCue[],
  keyOf: (cue: SubtitleCue) => string | number,
) {
  const waiting = Map.groupBy(before, keyOf)
  const paired = new Set<SubtitleCue>()
  const left = after.filter((cue) => {
    const partner = waiting.get(keyOf(cue))?.shift()
    if (partner) paired.add(partner)
    return partner === undefined
  })
  return { count: paired.size, before: before.filter((cue) => !paired.has(cue)), after: left }
}
