/** A piece has at least so many words, if its passage has. */
const PIECE_WORDS = 6

/** Cuts a passage into pieces of one or a few whole sentences. A passage of several subjects is near none of them, its
 * sentences are. @param text sentences, a line each */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let open: string[] = []
  for (const line of text.split('\n')) {
    open.push(line)
    if (open.join(' ').split(/\s+/u).length < PIECE_WORDS) continue
    pieces.push(open.join('\n'))
    open = []
  }
  if (open.length === 0) return pieces
  const last = pieces.pop()
  pieces.push([...(last === undefined ? [] : [last]), ...open].join('\n'))
  return pieces
}
