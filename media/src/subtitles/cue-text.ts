import { parseTime, writeTime } from './cue-times.ts'

/** Tags of WebVTT (6.4), and whether they have classes and an annotation. */
const tags = new Set(['b', 'i', 'u', 'c', 'v', 'lang', 'ruby', 'rt'])
const annotated = new Set(['v', 'lang'])
const maxDepth = 16

// The parts do not overlap and stop at `<`, so matching takes linear time.
const tag = /<(\/?)([a-z]+)((?:\.[^\s.<>&]{1,100})*)(?:[ \t]([^<>\n]*))?>/y
const timestamp = /<(\d[\d:.]{4,14})>/y
const special = /&|<[/a-z\d]/g
const reference = /&(amp|lt|gt|nbsp|lrm|rlm|quot|#\d{1,7}|#x[0-9a-f]{1,6});/y
const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
  quot: '"',
}

/** A token of cue text: text, a start or end tag, or a timestamp for the text after it. */
export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly classes: string; readonly annotation: string }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'time'; readonly timeS: number }

/** Tokenizes WebVTT cue text. Unknown tags, such as `<script>`, are text. */
export function readText(text: string): Token[] {
  const tokens: Token[] = []
  let words = ''
  const push = (token: Token) => {
    if (words !== '') tokens.push({ kind: 'text', text: words })
    words = ''
    tokens.push(token)
  }
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at)
    if (char === '<') {
      const found = tokenAt(text, at)
      if (found !== null) {
        push(found.token)
        at += found.length
        continue
      }
    } else if (char === '&') {
      reference.lastIndex = at
      const found = reference.exec(text)
      if (found !== null) {
        words += characterOf(found[1] ?? '')
        at += found[0].length
        continue
      }
    }
    const next = findSpecial(text, at + 1)
    words += text.slice(at, next)
    at = next
  }
  if (words !== '') tokens.push({ kind: 'text', text: words })
  return tokens
}

/** Writes WebVTT cue text in its canonical form: closes open tags in order, drops unmatched end tags, trims lines. */
export function writeText(tokens: readonly Token[]): string {
  const open: string[] = []
  let text = ''
  let skipped = 0
  for (const token of tokens) {
    switch (token.kind) {
      case 'text':
        text += escaped(token.text)
        break
      case 'time':
        text += `<${writeTime(token.timeS)}>`
        break
      case 'open':
        if (open.length >= maxDepth) skipped += 1
        else {
          open.push(token.name)
          text += `<${token.name}${token.classes}${token.annotation && ` ${escaped(token.annotation)}`}>`
        }
        break
      case 'close':
        if (skipped > 0) skipped -= 1
        else {
          // The end of a ruby also ends its annotation.
          if (token.name === 'ruby' && open.at(-1) === 'rt') text += `</${open.pop()}>`
          if (open.at(-1) === token.name) text += `</${open.pop()}>`
        }
    }
  }
  return withoutEmptyLines(
    text +
      open
        .reverse()
        .map((name) => `</${name}>`)
        .join(''),
  )
}

/** The canonical form of cue text (see `writeText`). Idempotent. */
export function tidyText(text: string): string {
  return writeText(readText(text))
}

/** Visible text without tags. */
export function plainText(text: string): string {
  return readText(text)
    .map((token) => (token.kind === 'text' ? token.text : ''))
    .join('')
}

/** Control characters are invisible, and PostgreSQL cannot store NUL. */
export function withoutControls(text: string): string {
  return text.replaceAll('\0', '\ufffd').replaceAll(/[^\P{Cc}\n]/gu, ' ')
}

function tokenAt(text: string, at: number): { token: Token; length: number } | null {
  tag.lastIndex = at
  const found = tag.exec(text)
  if (found !== null) {
    const [whole, slash = '', name = '', classes = '', annotation = ''] = found
    if (!tags.has(name)) return null
    if (slash !== '') return { token: { kind: 'close', name }, length: whole.length }
    const plain = annotated.has(name) ? plainAnnotation(annotation) : ''
    return { token: { kind: 'open', name, classes, annotation: plain }, length: whole.length }
  }
  timestamp.lastIndex = at
  const time = timestamp.exec(text)
  const timeS = time === null ? null : parseTime(time[1] ?? '')
  return time === null || timeS === null ? null : { token: { kind: 'time', timeS }, length: time[0].length }
}

function plainAnnotation(annotation: string): string {
  return annotation
    .replaceAll(new RegExp(reference.source, 'g'), (_whole, name: string) => characterOf(name))
    .replaceAll(/[<>\n]/g, ' ')
    .trim()
}

function characterOf(name: string): string {
  if (!name.startsWith('#')) return namedCharacters[name] ?? ''
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return withoutControls(isCharacter ? String.fromCodePoint(code) : '\ufffd')
}

/** Index of the next `&`, or of a `<` that can start a token: trying a pattern at thousands of others takes long. */
function findSpecial(text: string, from: number): number {
  special.lastIndex = from
  return special.exec(text)?.index ?? text.length
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** An empty line would end the cue. */
function withoutEmptyLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}
