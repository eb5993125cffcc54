/** Segments end at a keyframe after this length, in seconds. */
export const SEGMENT_S = 2

/** The target durations of playlists, each with the longest segment that it allows. A session keeps its own. */
const targets = [
  { targetS: SEGMENT_S, longestS: 2.4 },
  { targetS: 4, longestS: 4.4 },
] as const

/** Longest interval between keyframes that a top rendition can pass through, in seconds. */
export const LONGEST_INTERVAL_S = 4.4

/** Makes the function that chooses the target duration by the first interval of keyframes, and returns the longest segment.
 * @param set called with a target other than the current one */
export function targetChooser(current: { readonly targetS: number }, set: (targetS: number) => void) {
  return (intervalS: number | null): number => {
    const targetS = targetFor(intervalS)
    if (targetS !== current.targetS) set(targetS)
    return longestSegment(targetS)
  }
}

/** The target duration for a source. @param intervalS interval of its keyframes; null if the top rendition is encoded */
export function targetFor(intervalS: number | null): number {
  return targets.find(({ longestS }) => intervalS !== null && intervalS <= longestS)?.targetS ?? SEGMENT_S
}

/** The longest segment with a target duration. */
export function longestSegment(targetS: number): number {
  return targets.find((each) => each.targetS === targetS)?.longestS ?? LONGEST_INTERVAL_S
}
