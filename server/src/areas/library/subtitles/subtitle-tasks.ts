import { readFile, stat } from 'node:fs/promises'
import type { BodyOf, CallOf, SubtitleFormat } from '@kinora/contract'
import {
  assToSrt,
  type Caption,
  type Cue,
  captionsIn,
  cueLimits,
  cutCues,
  type ParsedSubtitles,
  parseSubtitles,
  plainText,
  type Span,
  type Stretch,
  type TextTrack,
  vttSegment,
  writeSrt,
  writeVtt,
} from '@kinora/media'
import { previewSubtitleFile, readCues, readSubtitleFile, readSubtitleText } from './subtitle-files.ts'

/** Cues as JSON, as they are stored: a text passes between threads faster than 100,000 objects. */
export interface StoredCues {
  readonly cues: string
  readonly cueCount: number
}

export interface StoredTrack extends Pick<StoredCues, 'cues'>, Pick<TextTrack, 'styles' | 'regions'> {}

/** A subtitle file that was read. */
export interface ReadSubtitle {
  readonly format: SubtitleFormat
  readonly track: StoredTrack & StoredCues
  readonly faults: ParsedSubtitles['faults']
}

/** @throws problem subtitle-unreadable */
export function prepareCreation({ text, ...fields }: BodyOf<CallOf<'createSubtitle'>>) {
  return { ...fields, read: text === undefined ? null : pack(readSubtitleText(text, 'srt', 'text')) }
}

/** @throws problem subtitle-unreadable */
export function prepareUpload({ fileName, file, charset, ...fields }: BodyOf<CallOf<'uploadSubtitle'>>) {
  const { languageCode } = fields
  return { ...fields, read: pack(readSubtitleFile(fileName, file, { charset, languageCode })) }
}

/** @throws problem subtitle-unreadable */
export function preparePreview({ file, ...hints }: BodyOf<CallOf<'previewSubtitle'>>) {
  return previewSubtitleFile(file, hints)
}

/** @throws problem request-invalid */
export function prepareUpdate({ cues, ...fields }: BodyOf<CallOf<'updateSubtitle'>>) {
  return { ...fields, edited: cues === undefined ? null : packCues(readCues(cues)) }
}

/** Reads a WebVTT or SubStation file that ffmpeg has written. Null if it is empty or larger than the limit. */
export async function readExtracted(path: string): Promise<ReadSubtitle | null> {
  if ((await stat(path)).size > cueLimits.fileBytes) return null
  const text = await readFile(path, 'utf8')
  const parsed = path.endsWith('.ass')
    ? parseSubtitles(assToSrt(text), 'srt')
    : parseSubtitles(text, 'vtt', 'text')
  return parsed.track.cues.length === 0 ? null : pack(parsed)
}

export function writeSubtitleFile(given: { track: StoredTrack; format: SubtitleFormat }): string {
  const track = unpack(given.track)
  return given.format === 'srt' ? writeSrt(track) : writeVtt(track)
}

export function writeSegment({ track, stretch }: { track: StoredTrack; stretch: Stretch }): string {
  return vttSegment(unpack(track), stretch)
}

/** The cues of a clip. */
export function cutTrack({ cues, span }: { cues: string; span: Span }): StoredCues {
  return packCues(cutCues(unpackCues(cues), span))
}

/** The text of a social clip. */
export function listCaptions({ cues, span }: { cues: string; span: Span }): Caption[] {
  return captionsIn(unpackCues(cues), span)
}

/** The distinct words, up to the limit. */
export function listWords({ cues, maxChars }: { cues: string; maxChars: number }): string {
  const words = new Set<string>()
  let chars = 0
  for (const { text } of unpackCues(cues))
    for (const word of plainText(text)
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)) {
      if (word === '' || words.has(word)) continue
      chars += word.length + 1
      if (chars > maxChars) return [...words].join(' ')
      words.add(word)
    }
  return [...words].join(' ')
}

function pack({ format, track: { cues, styles, regions }, faults }: ParsedSubtitles): ReadSubtitle {
  return { format, track: { ...packCues(cues), styles, regions }, faults }
}

function packCues(cues: readonly Cue[]): StoredCues {
  return { cues: JSON.stringify(cues), cueCount: cues.length }
}

function unpack({ cues, styles, regions }: StoredTrack): TextTrack {
  return { cues: unpackCues(cues), styles, regions }
}

function unpackCues(cues: string): Cue[] {
  return JSON.parse(cues) as Cue[]
}
