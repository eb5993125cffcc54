import type { Size } from '../encode/filters.ts'
import { runArgs } from '../probe/input-args.ts'
import { plainText, withoutControls } from '../subtitles/cue-text.ts'
import type { Cue } from '../subtitles/cues.ts'
import type { Span } from './cut.ts'
import { breakLines } from './social-line-breaks.ts'

/** The subtitle file in the folder of a social clip. */
export const SOCIAL_TEXT = 'text.ass'

/** Text with its times, in seconds from the start of the clip. */
export interface Caption {
  readonly startS: number
  readonly endS: number
  readonly text: string
}

/** The captions within a span, relative to its start. */
export function captionsIn(cues: readonly Cue[], { startS, endS }: Span): Caption[] {
  return cues.flatMap((cue) => {
    const text = plainText(cue.text).trim()
    if (text === '' || cue.end <= startS || cue.start >= endS) return []
    return [{ startS: Math.max(0, cue.start - startS), endS: Math.min(endS, cue.end) - startS, text }]
  })
}

export interface SocialText {
  readonly headline: string | null
  readonly captions: readonly Caption[]
  /** The text stays beside the logo. `size` is in percent of the width. */
  readonly logo: { readonly corner: string; readonly size: number } | null
  /** Room below the captions, as a share of the height. As platforms need it if left out. */
  readonly below?: number | undefined
}

/** Share of the shorter side. */
const CAPTION_SIZE = 0.062
const HEADLINE_SIZE = 0.08
/** Extra width of bold text. */
const BOLD_FACTOR = 1.1
const SIDE_MARGIN = 0.07
/** Share of the height that platforms cover with buttons on tall videos. */
const TALL_MARGIN = 0.14
const MARGIN = 0.06
/** Shares of the width: the gap around a logo, and the maximum total margin of the text. */
const LOGO_GAP = 0.06
const MAX_LOGO_MARGIN = 0.3

/** A SubStation Alpha file for a frame of `size`: captions at the bottom, the headline at the top. libass shapes
 * text of every script and detects its direction (`Encoding` -1). */
export function socialText(
  { headline, captions, logo, below }: SocialText,
  size: Size,
  durationS: number,
): string {
  const shorter = Math.min(size.width, size.height)
  const isTall = size.height > size.width * 1.5
  const edge = Math.round(size.height * (isTall ? TALL_MARGIN : MARGIN))
  // On tall frames the text has a larger margin than the logo.
  const marginOf = (row: 'top' | 'bottom') =>
    logo?.corner.startsWith(row) && !isTall
      ? Math.round(size.width * Math.min(MAX_LOGO_MARGIN, logo.size / 100 + LOGO_GAP))
      : Math.round(shorter * SIDE_MARGIN)
  const pixelsOf = (share: number) => Math.round(shorter * share)
  const style = (name: string, share: number, isBold: boolean, row: 'top' | 'bottom') => {
    const px = pixelsOf(share)
    const outline = Math.max(1, Math.round(px / 12))
    const colors = '&H00FFFFFF,&H00FFFFFF,&H20000000,&H80000000'
    const bold = isBold ? -1 : 0
    const alignment = row === 'top' ? 8 : 2
    const side = marginOf(row)
    const room = row === 'bottom' && below !== undefined ? Math.round(size.height * below) : edge
    return `Style: ${name},sans-serif,${px},${colors},${bold},0,0,0,100,100,0,0,1,${outline},0,${alignment},${side},${side},${room},-1`
  }
  const line = (name: string, { startS, endS, text }: Caption, maxWidth: number) =>
    `Dialogue: 0,${formatTime(startS)},${formatTime(endS)},${name},,0,0,0,,${escapeText(text, maxWidth)}`
  const widthFor = (share: number, row: 'top' | 'bottom') =>
    (size.width - 2 * marginOf(row)) / pixelsOf(share)
  const headlineWidth = widthFor(HEADLINE_SIZE * BOLD_FACTOR, 'top')
  const captionWidth = widthFor(CAPTION_SIZE, 'bottom')
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${size.width}`,
    `PlayResY: ${size.height}`,
    'ScaledBorderAndShadow: yes',
    'WrapStyle: 0',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    style('Caption', CAPTION_SIZE, false, 'bottom'),
    style('Headline', HEADLINE_SIZE, true, 'top'),
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...(headline === null
      ? []
      : [line('Headline', { startS: 0, endS: durationS + 1, text: headline }, headlineWidth)]),
    ...captions.map((caption) => line('Caption', caption, captionWidth)),
    '',
  ].join('\n')
}

/** An invisible character that keeps a backslash from forming an escape sequence. */
const WORD_JOINER = '\u2060'

/** Escapes text so that libass shows it literally: no override tags, only our line breaks. */
function escapeText(text: string, maxWidth: number): string {
  return breakLines(withoutControls(text), maxWidth)
    .replaceAll(/[\\{}]/g, (character) => (character === '\\' ? `\\${WORD_JOINER}` : `\\${character}`))
    .replaceAll('\n', '\\N')
}

/** Hundredths of seconds. */
function formatTime(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100))
  const two = (value: number) => String(value).padStart(2, '0')
  const whole = Math.floor(hundredths / 100)
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.${two(hundredths % 100)}`
}

/** The same file with each character of the text once, so that libass reports every missing glyph once. */
export function glyphCheckText({ headline, captions }: Pick<SocialText, 'headline' | 'captions'>): string {
  const texts = [headline ?? '', ...captions.map(({ text }) => text)]
  const characters = new Set(texts.join('').match(/[\p{L}\p{M}\p{N}]/gu))
  const all = { startS: 0, endS: 1, text: [...characters].join('') }
  return socialText({ headline: null, captions: [all], logo: null }, GLYPH_CHECK_SIZE, 1)
}

const GLYPH_CHECK_SIZE = { width: 320, height: 180 }

/** Renders the characters and discards the output. Only the log of libass is needed. */
export function glyphCheckArgs(): string[] {
  const { width, height } = GLYPH_CHECK_SIZE
  const blank = `color=black:s=${width}x${height}:r=25:d=0.04`
  return [...runArgs, '-f', 'lavfi', '-i', blank, '-vf', `ass=${SOCIAL_TEXT}`, '-f', 'null', '-']
}

/** Whether the log of libass reports characters without a glyph in any font. */
export function hasMissingGlyphs(log: string): boolean {
  return log.includes('failed to find any fallback with glyph')
}
