import { Fragment } from 'react'

interface SentenceWithNamesProps {
  /** The translated sentence, with the names inserted. */
  readonly sentence: string
  /** User-provided names, as they appear in the sentence. */
  readonly names: readonly string[]
}

/** A sentence with names: each name is emphasized and keeps its own text direction. */
export function SentenceWithNames({ sentence, names }: SentenceWithNamesProps) {
  return pieces(sentence, names).map(({ text, at, isName }) => (
    <Fragment key={at}>{isName ? <bdi className="font-mid text-ink">{text}</bdi> : text}</Fragment>
  ))
}

function pieces(sentence: string, names: readonly string[]) {
  const found = names
    .map((text) => ({ text, at: text === '' ? -1 : sentence.indexOf(text), isName: true }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
  const parts: { text: string; at: number; isName: boolean }[] = []
  let end = 0
  for (const name of found) {
    // Ignore a name inside of another name.
    if (name.at < end) continue
    if (name.at > end) parts.push({ text: sentence.slice(end, name.at), at: end, isName: false })
    parts.push(name)
    end = name.at + name.text.length
  }
  return [...parts, { text: sentence.slice(end), at: end, isName: false }]
}
