import { Fragment } from 'react'

interface NamingProps {
  /** Already translated, with the names in it. */
  readonly sentence: string
  /** People's own words, each as it stands in the sentence. */
  readonly names: readonly string[]
}

/** A sentence that names somebody: the names are set strong and keep their own direction. */
export function Naming({ sentence, names }: NamingProps) {
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
    // One name inside of another is no name of its own.
    if (name.at < end) continue
    if (name.at > end) parts.push({ text: sentence.slice(end, name.at), at: end, isName: false })
    parts.push(name)
    end = name.at + name.text.length
  }
  return [...parts, { text: sentence.slice(end), at: end, isName: false }]
}
