/** Delivery of ads: stitched into the playlists, or as HLS interstitials that the player loads (`guided`). */
export type SessionMode = 'stitched' | 'guided'

/** Suffix of a guided session's ID in its signed path. The mode is not stored anywhere else. */
const GUIDED = '_g'

export function pathId(id: string, mode: SessionMode): string {
  return mode === 'guided' ? `${id}${GUIDED}` : id
}

export function readPathId(given: string): { readonly id: string; readonly mode: SessionMode } {
  return given.endsWith(GUIDED)
    ? { id: given.slice(0, -GUIDED.length), mode: 'guided' }
    : { id: given, mode: 'stitched' }
}

/** Mode in the query of a multivariant playlist. */
export function askedMode(query: URLSearchParams): SessionMode {
  return query.get('ads') === 'guided' ? 'guided' : 'stitched'
}
