/** A segment that a server has. */
export interface PushedSegment {
  readonly name: string
  readonly durationS: number
  /** Whether it does not go on from the one before. */
  readonly isNew: boolean
}

/** Writes the playlist of a live stream (RFC 8216). @param firstNumber of the segments @param discontinuities before the first
 * segment @param targetS at least the longest duration that the stream has had */
export function pushedPlaylist(
  segments: readonly PushedSegment[],
  {
    firstNumber,
    discontinuities,
    targetS,
  }: { readonly firstNumber: number; readonly discontinuities: number; readonly targetS: number },
): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${targetS}`,
    `#EXT-X-MEDIA-SEQUENCE:${firstNumber}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuities}`,
    ...segments.flatMap(({ name, durationS, isNew }) => [
      ...(isNew ? ['#EXT-X-DISCONTINUITY'] : []),
      `#EXTINF:${durationS.toFixed(3)},`,
      name,
    ]),
    '',
  ].join('\n')
}
