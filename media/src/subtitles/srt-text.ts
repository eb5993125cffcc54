import { settingsOfPosition } from './cue-settings.ts'
import type { Token } from './cue-text.ts'
import { readText, writeText } from './cue-text.ts'
import type { CueSettings } from './cues.ts'

/** Colors with WebVTT classes (the default style sheet). */
const colors: Readonly<Record<string, string>> = {
  white: '#ffffff',
  lime: '#00ff00',
  cyan: '#00ffff',
  red: '#ff0000',
  yellow: '#ffff00',
  magenta: '#ff00ff',
  blue: '#0000ff',
  black: '#000000',
}

const tag = /<(\/?)(b|i|u|font)(?:[ \t]([^<>\n]{0,200}))?>/giy
const override = /\{\\([^{}\n]*)\}/y

/** Converts SubRip text, with tags from HTML and SubStation, to WebVTT. */
export function readSrtText(text: string): { text: string; settings: CueSettings } {
  const tokens: Token[] = []
  const fonts: boolean[] = []
  let settings: CueSettings = {}
  let from = 0
  let isDrawing = false
  const words = (to: number) => {
    if (to > from && !isDrawing) tokens.push({ kind: 'text', text: text.slice(from, to) })
  }
  for (let at = 0; at < text.length; ) {
    const pattern = text.charAt(at) === '<' ? tag : text.charAt(at) === '{' ? override : null
    if (pattern !== null) pattern.lastIndex = at
    const found = pattern?.exec(text) ?? null
    if (found === null) {
      at += 1
      continue
    }
    words(at)
    if (pattern === tag) tokens.push(...tokensOf(found, fonts))
    else {
      const overrides = (found[1] ?? '').split('\\').map((each) => each.trim())
      settings = { ...settings, ...settingsOf(overrides) }
      tokens.push(...stylesOf(overrides))
      isDrawing = drawingAfter(overrides) ?? isDrawing
    }
    at += found[0].length
    from = at
  }
  words(text.length)
  return { text: writeText(tokens), settings }
}

/** Converts WebVTT text to SubRip, with the tags that SubRip supports. */
export function writeSrtText(text: string): string {
  const open: string[] = []
  let written = ''
  for (const token of readText(text)) {
    if (token.kind === 'text') written += token.text
    else if (token.kind === 'close') written += open.pop() ?? ''
    else if (token.kind === 'open') {
      const [start, end] = srtTagOf(token.name, token.classes)
      open.push(end)
      written += start
    }
  }
  // SubRip has no escapes: an arrow in the text would start another cue.
  return written.replaceAll('-->', '-- >')
}

function tokensOf([, slash = '', rawName = '', attributes = '']: RegExpExecArray, fonts: boolean[]): Token[] {
  const name = rawName.toLowerCase()
  if (name !== 'font') {
    return [slash === '' ? { kind: 'open', name, classes: '', annotation: '' } : { kind: 'close', name }]
  }
  if (slash !== '') return fonts.pop() ? [{ kind: 'close', name: 'c' }] : []
  const value = /color\s?=\s?["']?([#\w]{1,20})/i.exec(attributes)?.[1]?.toLowerCase() ?? ''
  const [color] = Object.entries(colors).find(([word, code]) => word === value || code === value) ?? []
  fonts.push(color !== undefined)
  return color === undefined ? [] : [{ kind: 'open', name: 'c', classes: `.${color}`, annotation: '' }]
}

function settingsOf(overrides: readonly string[]): CueSettings {
  const [alignment = ''] = overrides.filter((each) => /^an[1-9]$/.test(each))
  return alignment === '' ? {} : settingsOfPosition(Number(alignment.slice(2)))
}

/** Tags of `\i1`, `\b0` and `\b700`, which is a weight. */
function stylesOf(overrides: readonly string[]): Token[] {
  return overrides
    .filter((each) => /^[biu]\d{1,4}$/.test(each))
    .map((each) => {
      const name = each.charAt(0)
      return Number(each.slice(1)) === 0
        ? { kind: 'close', name }
        : { kind: 'open', name, classes: '', annotation: '' }
    })
}

/** Whether the text after `\p1` is a drawing, up to `\p0`. Undefined if that does not change. */
function drawingAfter(overrides: readonly string[]): boolean | undefined {
  const scale = overrides.findLast((each) => /^p\d{1,4}$/.test(each))
  return scale === undefined ? undefined : Number(scale.slice(1)) > 0
}

function srtTagOf(name: string, classes: string): [string, string] {
  if (name === 'b' || name === 'i' || name === 'u') return [`<${name}>`, `</${name}>`]
  const color = classes.split('.').find((each) => Object.hasOwn(colors, each))
  return color === undefined ? ['', ''] : [`<font color="${colors[color]}">`, '</font>']
}
