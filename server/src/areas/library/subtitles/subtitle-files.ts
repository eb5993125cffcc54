import {
  type SubtitleCharset,
  type SubtitleFault,
  type SubtitleFormat,
  subtitleFaults,
} from '@kinora/contract'
import {
  type Cue,
  inOrder,
  type ParsedSubtitles,
  parseSubtitles,
  tidyCue,
  writeSrt,
  writeVtt,
} from '@kinora/media'
import { problem } from '../../../platform/problem.ts'
import type { VersionRow } from './subtitle-view.ts'
import { decodeText, type TextHints } from './text-charset.ts'

/** Parses a `.srt` or `.vtt` file; detects the charset if none is given. @throws problem subtitle-unreadable */
export function readSubtitleFile(fileName: string, base64: string, hints: TextHints): ParsedSubtitles {
  const { text } = decodeFile(base64, hints)
  return readSubtitleText(text, fileName.toLowerCase().endsWith('.vtt') ? 'vtt' : 'srt', 'file')
}

const PREVIEW = { lines: 6, chars: 200 } as const

/** The charset of a file and some lines of its text, which show whether it is right. @throws problem subtitle-unreadable */
export function previewSubtitleFile(
  base64: string,
  hints: TextHints,
): { charset: SubtitleCharset; lines: string[] } {
  const { text, charset } = decodeFile(base64, hints)
  const spoken = text.split(/[\r\n]+/).filter((line) => /\p{L}/u.test(line) && !/^WEBVTT/.test(line))
  // All charsets agree on the other lines.
  const telling = spoken.filter((line) => /\P{ASCII}/u.test(line))
  const lines = (telling.length > 0 ? telling : spoken).slice(0, PREVIEW.lines)
  return { charset, lines: lines.map((line) => line.trim().slice(0, PREVIEW.chars).toWellFormed()) }
}

function decodeFile(base64: string, hints: TextHints) {
  const decoded = decodeText(Buffer.from(base64, 'base64'), hints)
  if (typeof decoded === 'string') throw unreadable('file', [{ line: 1, id: decoded }])
  return decoded
}

/** @throws problem subtitle-unreadable, with line numbers, for a text without cues or with too many */
export function readSubtitleText(text: string, format: SubtitleFormat, field: string): ParsedSubtitles {
  const parsed = parseSubtitles(text, format)
  const isTooLong = parsed.faults.some(({ code }) => code === 'too-many-cues')
  if (isTooLong || parsed.track.cues.length === 0) {
    const faults = parsed.faults.map(({ line, code }) => ({ line, id: code }))
    throw unreadable(field, faults.length === 0 ? [{ line: 1, id: 'no-cues' }] : faults)
  }
  return parsed
}

/** Validates cues of a request. @throws problem request-invalid, which lists the invalid cues */
export function readCues(given: readonly Cue[]): Cue[] {
  const cues: Cue[] = []
  const errors: { path: string; message: string }[] = []
  for (const [n, each] of given.entries()) {
    const tidy = tidyCue(each)
    if (typeof tidy !== 'string') cues.push(tidy)
    else if (errors.length < MAX_ERRORS)
      errors.push({ path: `body.cues.${n}`, message: subtitleFaults[tidy] })
  }
  if (errors.length > 0) throw problem('request-invalid', { errors })
  return inOrder(cues)
}

const MAX_ERRORS = 100

export function writeSubtitleFile(track: VersionRow, format: SubtitleFormat): string {
  return format === 'srt' ? writeSrt(track) : writeVtt(track)
}

function unreadable(field: string, faults: readonly { line: number; id: SubtitleFault }[]) {
  return problem('subtitle-unreadable', {
    errors: faults.map(({ line, id }) => ({
      path: `body.${field}.${line}`,
      message: subtitleFaults[id],
    })),
  })
}
