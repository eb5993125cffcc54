/** Languages in which text in pictures is read, each with its script. */
export const textLanguages = ['en', 'hi', 'ar', 'te'] as const
export type TextLanguage = (typeof textLanguages)[number]

/** A place as shares of the width and the height of a picture. */
export interface ShareBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A line of text in a picture. */
export interface TextLine {
  readonly text: string
  readonly language: TextLanguage
  /** 0 to 1. */
  readonly confidence: number
  readonly box: ShareBox
}

const scripts: Readonly<Record<TextLanguage, RegExp>> = {
  en: /\p{Script=Latin}/gu,
  hi: /\p{Script=Devanagari}/gu,
  ar: /\p{Script=Arabic}/gu,
  te: /\p{Script=Telugu}/gu,
}

/** Least confidence. Leaves, fences and faces are read with less. */
const LEAST = 0.75
/** A reading that no other one needs to be compared with. */
const SURE = 0.9
/** Letters and digits of a line; shorter ones have to be surer. */
const LEAST_SIGNS = 4
const SHORT_SIGNS = 3
const SHORT_LEAST = 0.9
const LEAST_OWN_SHARE = 0.75
const SAME_PLACE = 0.3

/** Chooses among what was read of one picture in several languages and ways: sure lines of one script, one for each place.
 * From top to bottom. */
export function chooseLines(read: readonly TextLine[]): TextLine[] {
  const chosen: TextLine[] = []
  const sure = read.map(tidied).filter(isText)
  for (const line of sure.sort((one, other) => other.confidence - one.confidence))
    if (chosen.every((other) => overlap(line.box, other.box) < SAME_PLACE)) chosen.push(line)
  return chosen.sort((one, other) => one.box.y - other.box.y || one.box.x - other.box.x)
}

/** Whether a line was read so well that other ways need not be tried. */
export function isSureReading(line: TextLine): boolean {
  return line.confidence >= SURE && isText(tidied(line))
}

/** Without signs at its ends that are no part of a text, and without joiners that end a word. */
function tidied(line: TextLine): TextLine {
  const text = line.text
    .normalize('NFC')
    .replace(/\u200c+(?=\s|$)/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[^\p{L}\p{N}"'“‘(#@]+|[^\p{L}\p{M}\p{N}"'”’).!?%…।؟]+$/gu, '')
  return { ...line, text }
}

function isText({ text, language, confidence }: TextLine): boolean {
  const signs = countOf(text, /[\p{L}\p{N}]/gu)
  const own = countOf(text, scripts[language])
  const all = countOf(text, /[\p{L}\p{M}]/gu)
  if (own < 2 || own < LEAST_OWN_SHARE * all || signs < SHORT_SIGNS) return false
  // Noise is read as single signs and pairs between spaces.
  if (countOf(text, /\S+/gu) > signs / 2 || !/[\p{L}\p{M}\p{N}]{3}/u.test(text)) return false
  return confidence >= (signs < LEAST_SIGNS ? SHORT_LEAST : LEAST)
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Share of the smaller box that the other covers. */
function overlap(one: ShareBox, other: ShareBox): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const smaller = Math.min(one.width * one.height, other.width * other.height)
  return width <= 0 || height <= 0 ? 0 : (width * height) / Math.max(smaller, 1e-9)
}
