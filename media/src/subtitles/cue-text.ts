import { referenceAt } from './character-references.ts'
import { parseTime, writeTime } from './cue-times.ts'

/** Tags of WebVTT (6.4), and whether they have an annotation. */
const tags = new Set(['b', 'i', 'u', 'c', 'v', 'lang', 'ruby', 'rt'])
const annotated = new Set(['v', 'lang'])
const maxDepth = 16

// The parts do not overlap, so matching takes linear time.
const tag = /<([^<>]*)>/y
const anyTag = /<([^>]*)(?:>|$)/y
const parts = /^(\/?)([^\s.]*)((?:\.[^\s.]*)*)(?:\s(.*))?$/s
const special = /&|<[/a-z\d]/g
const anySpecial = /[&<]/g

/** Text in angle brackets that is no tag of WebVTT, such as `<script>`: the standard ignores it. What people type, and
 * what ffmpeg extracts without escapes, has it as text. */
export type UnknownTags = 'text' | 'ignored'

/** A token of cue text: text, a start or end tag, or a timestamp for the text after it. */
export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly classes: string; readonly annotation: string }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'time'; readonly timeS: number }

/** Tokenizes WebVTT cue text. */
export function readText(text: string, unknownTags: UnknownTags = 'text'): Token[] {
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
      const found = tagAt(text, at, unknownTags)
      if (found !== null) {
        if (found.token !== null) push(found.token)
        at += found.length
        continue
      }
    } else if (char === '&') {
      const found = referenceAt(text, at)
      if (found !== null) {
        words += withoutControls(found.text)
        at += found.length
        continue
      }
    }
    const next = findSpecial(text, at + 1, unknownTags)
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
export function tidyText(text: string, unknownTags: UnknownTags = 'text'): string {
  return writeText(readText(text, unknownTags))
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

/** The tag at an index. Without a token it is ignored. Null if it is text. */
function tagAt(
  text: string,
  at: number,
  unknownTags: UnknownTags,
): { readonly token: Token | null; readonly length: number } | null {
  const pattern = unknownTags === 'text' ? tag : anyTag
  pattern.lastIndex = at
  const found = pattern.exec(text)
  if (found === null) return null
  const token = tokenOf(found[1] ?? '')
  return token === null && unknownTags === 'text' ? null : { token, length: found[0].length }
}

function tokenOf(body: string): Token | null {
  if (/^\d/.test(body)) {
    const timeS = parseTime(body)
    return timeS === null ? null : { kind: 'time', timeS }
  }
  const [, slash = '', name = '', classes = '', annotation = ''] = parts.exec(body) ?? []
  if (!tags.has(name)) return null
  if (slash !== '') return { kind: 'close', name }
  const named = classes.split('.').filter((each) => /^[^<>&]{1,100}$/.test(each))
  return {
    kind: 'open',
    name,
    classes: named.map((each) => `.${each}`).join(''),
    annotation: annotated.has(name) ? plainAnnotation(annotation) : '',
  }
}

function plainAnnotation(annotation: string): string {
  const text = annotation.split(/(?=&)/).map((part) => {
    const found = referenceAt(part, 0)
    return found === null ? part : found.text + part.slice(found.length)
  })
  return withoutControls(text.join(''))
    .replaceAll(/[<>\s]+/g, ' ')
    .trim()
}

/** Index of the next `&`, or of a `<` that can start a token: trying a pattern at thousands of others takes long. */
function findSpecial(text: string, from: number, unknownTags: UnknownTags): number {
  const pattern = unknownTags === 'text' ? special : anySpecial
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
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
