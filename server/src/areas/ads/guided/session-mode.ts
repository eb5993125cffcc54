/** How a session plays ads: among the segments of its playlists, or as interstitials that the player fetches. */
export type SessionMode = 'stitched' | 'guided'

/** Ends the ID of a guided session in its signed path, so that the mode needs no place to be stored. */
const GUIDED = '_g'

export function pathId(id: string, mode: SessionMode): string {
  return mode === 'guided' ? `${id}${GUIDED}` : id
}

export function readPathId(given: string): { readonly id: string; readonly mode: SessionMode } {
  return given.endsWith(GUIDED)
    ? { id: given.slice(0, -GUIDED.length), mode: 'guided' }
    : { id: given, mode: 'stitched' }
}

/** The mode that the query of a multivariant playlist asks for. */
export function askedMode(query: URLSearchParams): SessionMode {
  return query.get('ads') === 'guided' ? 'guided' : 'stitched'
}
