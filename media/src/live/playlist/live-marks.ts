import type { MarkLines, WindowSegment } from './live-playlist.ts'

/** Ad markers of playlists: date ranges (RFC 8216bis 4.4.5.1), the common `EXT-X-CUE-OUT` tags, or both. */
export type LiveMarkStyle = 'none' | 'daterange' | 'cue' | 'both'

/** A break of the stream, or an SCTE-35 message that neither starts nor ends one. */
export type LiveMark = BreakMark | MessageMark

export interface BreakMark {
  readonly kind: 'break'
  /** ID of the date range. */
  readonly id: string
  /** Start by the program date-time of the stream, epoch ms. */
  readonly atMs: number
  /** Duration in the first announcement. */
  readonly plannedS: number | null
  /** End in epoch ms. Null if it is unknown. */
  readonly endMs: number | null
  /** SCTE-35 sections in hex. */
  readonly outMessage: string
  readonly inMessage: string
}

export interface MessageMark {
  readonly kind: 'message'
  readonly id: string
  readonly atMs: number
  readonly message: string
}

const noMarks: MarkLines = { ranges: [], tags: new Map() }

/** Time before a break at which it is announced, so that ad servers can prepare ads. */
const LEAD_MS = 10_000

/** Lines for the breaks in the window. @param reference segments of any rendition, because all have the same times */
export function markLines(
  marks: readonly LiveMark[],
  style: LiveMarkStyle,
  reference: readonly WindowSegment[],
  targetS: number,
): MarkLines {
  const [first, last] = [reference[0], reference.at(-1)]
  if (style === 'none' || first === undefined || last === undefined) return noMarks
  const edgeMs = last.programDateMs + lengthOf(last) * 1000
  const listed = marks
    .filter((mark) => mark.atMs <= edgeMs + LEAD_MS && endOf(mark) >= first.programDateMs - targetS * 500)
    .filter((mark) => mark.kind === 'message' || mark.endMs === null || mark.endMs > mark.atMs)
    .toSorted((a, b) => a.atMs - b.atMs)
  const tags = new Map<number, string[]>()
  const breaks = listed.filter((mark) => mark.kind === 'break')
  if (style !== 'daterange') for (const mark of breaks) addTags(tags, mark, reference, targetS)
  return { ranges: style === 'cue' ? [] : listed.map((mark) => rangeOf(mark, edgeMs)), tags }
}

function endOf(mark: LiveMark): number {
  if (mark.kind === 'message') return mark.atMs
  return mark.endMs ?? Number.POSITIVE_INFINITY
}

/** A date range. Attributes never change their value once listed. Those of the end are added when the stream reaches
 * it. */
function rangeOf(mark: LiveMark, edgeMs: number): string {
  const common = [`ID="${mark.id}"`, `START-DATE="${new Date(mark.atMs).toISOString()}"`]
  if (mark.kind === 'message') return rangeLine([...common, `SCTE35-CMD=${hexValue(mark.message)}`])
  const { atMs, plannedS, endMs, outMessage, inMessage } = mark
  const hasEnded = endMs !== null && endMs <= edgeMs
  return rangeLine([
    ...common,
    ...(plannedS === null ? [] : [`PLANNED-DURATION=${secondsOf(plannedS)}`]),
    ...(hasEnded ? [`DURATION=${secondsOf((endMs - atMs) / 1000)}`] : []),
    `SCTE35-OUT=${hexValue(outMessage)}`,
    ...(hasEnded ? [`SCTE35-IN=${hexValue(inMessage)}`] : []),
  ])
}

const rangeLine = (attributes: readonly string[]) => `#EXT-X-DATERANGE:${attributes.join()}`

/** Adds the tags at the segments nearest to the start and the end of the break: up to half a segment away, because
 * segments begin at keyframes and not at breaks. Date ranges are exact. */
function addTags(
  tags: Map<number, string[]>,
  { atMs, plannedS, endMs, outMessage }: BreakMark,
  reference: readonly WindowSegment[],
  targetS: number,
): void {
  const nearestMs = targetS * 500
  const indexAt = (ms: number) => indexFrom(reference, ms - nearestMs)
  const begin = indexAt(atMs)
  const isBefore = begin === 0 && (reference[0]?.programDateMs ?? 0) > atMs + nearestMs
  const start = isBefore ? -1 : begin
  const end = endMs === null ? reference.length : Math.max(indexAt(endMs), start + 1)
  const add = (index: number, ...lines: readonly string[]) => {
    const msn = reference[index]?.msn
    if (msn !== undefined) tags.set(msn, [...(tags.get(msn) ?? []), ...lines])
  }
  const message = base64Of(outMessage)
  const duration = plannedS === null ? null : secondsOf(plannedS)
  add(
    start,
    `#EXT-OATCLS-SCTE35:${message}`,
    duration === null ? '#EXT-X-CUE-OUT' : `#EXT-X-CUE-OUT:${duration}`,
  )
  for (let index = start + 1; index < end && index < reference.length; index++) {
    const elapsedMs = Math.max(0, (reference[index]?.programDateMs ?? atMs) - atMs)
    const facts = [`ElapsedTime=${secondsOf(elapsedMs / 1000)}`, duration && `Duration=${duration}`]
    add(index, `#EXT-X-CUE-OUT-CONT:${[...facts, `SCTE35=${message}`].filter(Boolean).join()}`)
  }
  add(end, '#EXT-X-CUE-IN')
}

/** Index of the first segment at or after a time. */
function indexFrom(segments: readonly WindowSegment[], ms: number): number {
  let [low, high] = [0, segments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.programDateMs ?? 0) < ms) low = middle + 1
    else high = middle
  }
  return low
}

function lengthOf({ durationS, parts }: WindowSegment): number {
  return durationS ?? parts.reduce((sum, part) => sum + part.durationS, 0)
}

const secondsOf = (value: number) => String(Number(value.toFixed(3)))
const hexValue = (hex: string) => `0x${hex.toUpperCase()}`

function base64Of(hex: string): string {
  const bytes = hex.match(/../g) ?? []
  return btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))
}
