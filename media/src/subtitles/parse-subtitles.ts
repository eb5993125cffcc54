import { cutText } from '@kinora/contract/cut-text'
import { parseSettings } from './cue-settings.ts'
import { plainText, tidyText, type UnknownTags, withoutControls } from './cue-text.ts'
import { looksLikeTiming, parseTiming, type Timing } from './cue-times.ts'
import type { Cue, CueSettings, Fault, FaultCode, TextTrack } from './cues.ts'
import { cueLimits, faultList, inOrder } from './cues.ts'
import { readSrtText } from './srt-text.ts'

export type SubtitleFormat = 'srt' | 'vtt'

export interface ParsedSubtitles {
  readonly format: SubtitleFormat
  readonly track: TextTrack
  /** Errors that were corrected or skipped, up to the limit. */
  readonly faults: readonly Fault[]
}

/** Parses a subtitle file: keeps valid cues, reports errors, and never throws. A file that starts like WebVTT is
 * parsed as WebVTT, regardless of its name. */
export function parseSubtitles(
  text: string,
  defaultFormat: SubtitleFormat,
  unknownTags: UnknownTags = 'ignored',
): ParsedSubtitles {
  const lines = withoutControls(text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')).split('\n')
  const format = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '') ? 'vtt' : defaultFormat
  const { faults, add } = faultList()
  const track = format === 'vtt' ? parseVtt(lines, add, unknownTags) : parseSrt(lines, add)
  return { format, track, faults }
}

type Report = (line: number, code: FaultCode) => void

/** Brings a cue from a client to its canonical form, or returns its error. */
export function tidyCue(input: Cue): Cue | FaultCode {
  const text = tidyText(withoutControls(input.text))
  const { settings, isWhole } = parseSettings(
    Object.entries(input.settings)
      .flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]))
      .join(' '),
  )
  if (!isWhole) return 'settings-unreadable'
  const id = tidyId(input.id)
  const [start, end] = [toMs(input.start), toMs(input.end)]
  return faultOf(start, end, text) ?? { id, start, end, text, settings }
}

function toMs(timeS: number): number {
  return Math.round(timeS * 1000) / 1000
}

function tidyId(id: string): string {
  return cutText(withoutControls(id).replaceAll(/[\n>]/g, ' ').trim(), cueLimits.id).trimEnd()
}

function faultOf(start: number, end: number, text: string): FaultCode | null {
  if (!(start >= 0 && end < cueLimits.hours * 3600)) return 'time-unreadable'
  if (end <= start) return 'time-order'
  if (text.length > cueLimits.text) return 'text-too-long'
  return plainText(text).trim() === '' ? 'text-missing' : null
}

/** SubRip has no grammar: a cue is the text between two timings, with any number of empty lines. */
function parseSrt(lines: readonly string[], report: Report): TextTrack {
  const timingLines = lines.flatMap((line, at) => (looksLikeTiming(line) ? [at] : []))
  const cues: Cue[] = []
  for (const [n, at] of timingLines.entries()) {
    const next = timingLines[n + 1] ?? lines.length
    const isNumbered = next < lines.length && /^\s*\d{1,9}\s*$/.test(lines[next - 1] ?? '')
    const body = bodyOf(lines.slice(at + 1, isNumbered ? next - 1 : next))
    const timing = timingAt(lines, at, report)
    if (timing === null) continue
    const { text, settings } = body === null ? { text: null, settings: {} } : readSrtText(body)
    if (!addCue(cues, { id: '', ...timing, text, settings }, at + 1, report)) break
  }
  return { cues: inOrder(cues), styles: [], regions: [] }
}

/** WebVTT (6.1), where an arrow starts a cue even without an empty line before it. */
function parseVtt(lines: readonly string[], report: Report, unknownTags: UnknownTags): TextTrack {
  const cues: Cue[] = []
  const styles: string[] = []
  const regions: string[] = []
  const hasHeader = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')
  if (!hasHeader) report(1, 'header-missing')
  let at = hasHeader ? endOfBlock(lines, 1) : 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line === '') {
      at += 1
      continue
    }
    const hasId = !line.includes('-->') && (lines[at + 1] ?? '').includes('-->')
    const head = hasId ? at + 1 : at
    if ((lines[head] ?? '').includes('-->')) {
      const end = endOfBlock(lines, head + 1)
      const timing = timingAt(lines, head, report)
      const { settings, isWhole } = parseSettings(timing?.rest ?? '')
      if (!isWhole) report(head + 1, 'settings-unreadable')
      const body = bodyOf(lines.slice(head + 1, end))
      const text = body === null ? null : tidyText(body, unknownTags)
      const id = hasId ? tidyId(line) : ''
      if (timing !== null && !addCue(cues, { id, ...timing, text, settings }, head + 1, report)) break
      at = end
      continue
    }
    const end = endOfBlock(lines, at + 1)
    const kind = /^(STYLE|REGION)[ \t]*$/.exec(line)?.[1]
    // Blocks come before all cues. Later ones are comments, like NOTE.
    if (kind !== undefined && cues.length === 0) {
      const block = lines.slice(at + 1, end).join('\n')
      const blocks = kind === 'STYLE' ? styles : regions
      if (isSafeStyle(block) && blocks.length < cueLimits.blocks) blocks.push(block)
      else report(at + 1, 'block-refused')
    }
    at = end
  }
  return { cues: inOrder(cues), styles, regions }
}

/** Style sheets that load other files would reveal viewers to the owners of these files. */
function isSafeStyle(block: string): boolean {
  return block.trim() !== '' && block.length <= cueLimits.block && !/[\\@<]|url|image|src/i.test(block)
}

/** Index of the empty line that ends the block, or of the arrow that starts another one. */
function endOfBlock(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line === '' || line.includes('-->')) return at
  }
  return lines.length
}

function timingAt(lines: readonly string[], at: number, report: Report): Timing | null {
  const timing = parseTiming(lines[at] ?? '')
  if (timing === null) report(at + 1, 'time-unreadable')
  return timing
}

/** Null if the text is longer than the limit, before any further processing. */
function bodyOf(lines: readonly string[]): string | null {
  let length = 0
  for (const line of lines) {
    length += line.length
    if (length > cueLimits.text) return null
  }
  return lines.join('\n')
}

interface Read {
  readonly id: string
  readonly start: number
  readonly end: number
  /** Null if the text was too long. */
  readonly text: string | null
  readonly settings: CueSettings
}

/** Adds a valid cue. False if the limit is reached. */
function addCue(
  cues: Cue[],
  { id, start, end, text, settings }: Read,
  line: number,
  report: Report,
): boolean {
  if (cues.length >= cueLimits.cues) {
    report(line, 'too-many-cues')
    return false
  }
  const fault = text === null ? 'text-too-long' : faultOf(start, end, text)
  if (fault !== null) report(line, fault)
  else cues.push({ id, start, end, text: text ?? '', settings })
  return true
}
