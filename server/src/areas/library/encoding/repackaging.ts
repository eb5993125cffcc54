import type { Publisher } from './publisher.ts'

/** A repackaged source with longer segments is encoded instead. */
const MAX_REPACKAGED_SEGMENT_S = 12

export class SegmentsTooLong extends Error {
  override readonly name = 'SegmentsTooLong'
}

/** @throws SegmentsTooLong */
export function assertShortSegments(publishers: readonly Publisher[]): void {
  const tooLong = publishers.some(({ segments }) =>
    segments.some(([durationS]) => durationS > MAX_REPACKAGED_SEGMENT_S),
  )
  if (tooLong) throw new SegmentsTooLong()
}
