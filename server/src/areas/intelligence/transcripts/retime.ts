import type { WordRow } from './tables.ts'

interface Timed {
  readonly startMs: number
  readonly endMs: number
  readonly words: readonly WordRow[]
}

/** Times the words of a changed text: those that were kept have their times, new ones share the time between them. */
export function retime({ startMs, endMs, words }: Timed, text: string): WordRow[] {
  const next = text.trim().split(/\s+/u)
  const kept = keptWords(words, next)
  const timed: WordRow[] = []
  for (let at = 0; at < next.length; ) {
    const own = kept.get(at)
    if (own !== undefined) {
      timed.push([own[0], own[1], next[at] ?? '', own[3]])
      at += 1
      continue
    }
    let to = at
    while (to < next.length && !kept.has(to)) to += 1
    const fromMs = timed.at(-1)?.[1] ?? startMs
    const untilMs = Math.max(fromMs, kept.get(to)?.[0] ?? endMs)
    const eachMs = (untilMs - fromMs) / (to - at)
    for (let n = 0; at < to; at += 1, n += 1)
      timed.push([
        Math.round(fromMs + n * eachMs),
        Math.round(fromMs + (n + 1) * eachMs),
        next[at] ?? '',
        null,
      ])
  }
  return timed
}

/** The old word of each word that was kept: the longest common sequence. */
function keptWords(words: readonly WordRow[], next: readonly string[]): Map<number, WordRow> {
  const old = words.map(([, , text]) => plain(text))
  const fresh = next.map(plain)
  const longest = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1))
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const row = longest[i]
      if (row) row[j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const kept = new Map<number, WordRow>()
  for (let i = 0, j = 0; i < old.length && j < fresh.length; ) {
    const word = words[i]
    if (old[i] === fresh[j] && word !== undefined) {
      kept.set(j, word)
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return kept
}

/** A word without its case and punctuation. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}']/gu, '')
}
