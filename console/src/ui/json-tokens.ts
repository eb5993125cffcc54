type TokenKind = 'key' | 'string' | 'number' | 'word' | 'mark'

export interface JsonToken {
  readonly kind: TokenKind
  readonly text: string
}

/** The parts after this many characters stay one plain token, so that a large body does not become thousands of elements. */
const MAX_CHARACTERS = 20_000
const pattern =
  /(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*"?)|(?<number>-?\d[\d.eE+-]*)|(?<word>\b[a-z]+\b)/g

/** Splits JSON into tokens that together are the text again. Accepts text that is cut off or not JSON. */
export function jsonTokens(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = []
  let end = 0
  const addUntil = (start: number) => {
    if (start > end) tokens.push({ kind: 'mark', text: text.slice(end, start) })
  }
  for (const match of text.slice(0, MAX_CHARACTERS).matchAll(pattern)) {
    addUntil(match.index)
    tokens.push({ kind: kindOf(match.groups ?? {}), text: match[0] })
    end = match.index + match[0].length
  }
  addUntil(text.length)
  return tokens
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): TokenKind {
  const kinds = ['key', 'string', 'number'] as const
  return kinds.find((kind) => groups[kind] !== undefined) ?? 'word'
}
