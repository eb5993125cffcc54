import { initName, livePartName, liveSegmentName } from './live-names.ts'

export interface WindowPart {
  readonly durationS: number
  readonly frames: number
  readonly isIndependent: boolean
}

export interface WindowSegment {
  readonly msn: number
  readonly startS: number
  readonly programDateMs: number
  readonly isDiscontinuous: boolean
  readonly discontinuities: number
  readonly init: number
  readonly slateFromMs: number | null
  readonly parts: readonly WindowPart[]
  /** Null while the segment is open. */
  readonly durationS: number | null
}

export interface LivePlaylistOptions {
  readonly segments: readonly WindowSegment[]
  readonly targetS: number
  readonly partS: number
  readonly isEnded: boolean
  /** Whether to write a delta update, which omits segments that the player already has (RFC 8216bis 4.4.5.2). */
  readonly skip: boolean
  /** Rendition reports of the other renditions. */
  readonly reports: readonly Report[]
  /** Ad markers. */
  readonly marks: MarkLines
}

/** Rendition report: the last part of another rendition. */
export interface Report {
  readonly id: string
  readonly msn: number
  readonly part: number
}

/** Ad markers of a playlist. */
export interface MarkLines {
  /** Date ranges, which apply to the whole playlist. */
  readonly ranges: readonly string[]
  /** Tags before segments, by media sequence number. */
  readonly tags: ReadonlyMap<number, readonly string[]>
}

/** Limits of RFC 8216bis as multiples of the target durations. */
const HOLD_BACK_TARGETS = 3
const PART_HOLD_BACK_TARGETS = 3
const SKIP_TARGETS = 6
/** Class of date ranges for the slate. */
const SLATE_CLASS = 'io.kinora.slate'
/** Target durations at the end of the playlist for which parts are listed (RFC 8216bis 4.4.4.9). */
export const PARTS_TARGETS = 3

/** A low-latency media playlist (RFC 8216bis), which other players can read too. */
export function livePlaylist(options: LivePlaylistOptions): string {
  const { segments, targetS, partS, isEnded, skip, reports, marks } = options
  const ended = segments.filter(({ durationS }) => durationS !== null)
  const skipped = skip ? skippedSegments(ended, SKIP_TARGETS * targetS) : 0
  const partsAfter = indexFromEnd(segments, PARTS_TARGETS * targetS)
  const first = segments[0]
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${targetS}`,
    `#EXT-X-SERVER-CONTROL:${playlistControl(targetS, partS, SKIP_TARGETS * targetS)}`,
    `#EXT-X-PART-INF:PART-TARGET=${partS}`,
    `#EXT-X-MEDIA-SEQUENCE:${first?.msn ?? 0}`,
    // A discontinuity at the first segment counts too, because nothing precedes it in the playlist.
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first?.discontinuities ?? 0}`,
  ]
  // Delta updates list all date ranges: they may skip only segments.
  lines.push(...slateRanges(segments), ...marks.ranges)
  if (skipped > 0) lines.push(`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`)
  for (const [n, segment] of segments.entries()) {
    const before = segments[n - 1]
    if (n < skipped) continue
    if (segment.isDiscontinuous && n > 0) lines.push('#EXT-X-DISCONTINUITY')
    if (before?.init !== segment.init && (n > 0 || skipped === 0))
      lines.push(`#EXT-X-MAP:URI="${initName(segment.init)}"`)
    lines.push(...(marks.tags.get(segment.msn) ?? []))
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.programDateMs).toISOString()}`)
    if (n >= partsAfter && !isEnded)
      for (const [part, { durationS, isIndependent }] of segment.parts.entries())
        lines.push(
          `#EXT-X-PART:DURATION=${seconds(durationS)},URI="${livePartName(segment.msn, part)}"${isIndependent ? ',INDEPENDENT=YES' : ''}`,
        )
    if (segment.durationS !== null)
      lines.push(`#EXTINF:${seconds(segment.durationS)},`, liveSegmentName(segment.msn))
  }
  if (isEnded) lines.push('#EXT-X-ENDLIST')
  else {
    lines.push(hint(segments))
    for (const { id, msn, part } of reports)
      lines.push(`#EXT-X-RENDITION-REPORT:URI="../${id}/index.m3u8",LAST-MSN=${msn},LAST-PART=${part}`)
  }
  return `${lines.join('\n')}\n`
}

/** Date ranges for the periods in which viewers see the slate (RFC 8216bis 4.4.5.1). A current one has no end. */
export function slateRanges(segments: readonly WindowSegment[]): string[] {
  const starts = new Set(segments.flatMap(({ slateFromMs }) => slateFromMs ?? []))
  return [...starts].map((fromMs) => {
    const last = segments.findLastIndex(({ slateFromMs }) => slateFromMs === fromMs)
    const end = segments[last + 1]
    const dates = [
      `START-DATE="${new Date(fromMs).toISOString()}"`,
      ...(end ? [`END-DATE="${new Date(end.programDateMs).toISOString()}"`] : []),
    ]
    return `#EXT-X-DATERANGE:ID="slate-${fromMs}",CLASS="${SLATE_CLASS}",${dates.join()}`
  })
}

/** @param skipS age from which delta updates omit segments; null without delta updates
 * @param partHoldBackS least distance of low-latency players from the end */
export function playlistControl(
  targetS: number,
  partS: number,
  skipS: number | null,
  partHoldBackS = PART_HOLD_BACK_TARGETS * partS,
): string {
  return [
    'CAN-BLOCK-RELOAD=YES',
    ...(skipS === null ? [] : [`CAN-SKIP-UNTIL=${skipS}`]),
    `HOLD-BACK=${HOLD_BACK_TARGETS * targetS}`,
    `PART-HOLD-BACK=${seconds(partHoldBackS)}`,
  ].join()
}

/** Preload hint for the next part. */
function hint(segments: readonly WindowSegment[]): string {
  const last = segments.at(-1)
  const isOpen = last !== undefined && last.durationS === null
  const name = isOpen ? livePartName(last.msn, last.parts.length) : livePartName((last?.msn ?? -1) + 1, 0)
  return `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${name}"`
}

/** Number of segments that end before the last `keptS` seconds. */
function skippedSegments(segments: readonly WindowSegment[], keptS: number): number {
  return Math.max(0, indexFromEnd(segments, keptS))
}

/** Index of the first segment of the last `spanS` seconds. */
export function indexFromEnd(segments: readonly Pick<WindowSegment, 'durationS'>[], spanS: number): number {
  let left = spanS
  let index = segments.length
  while (index > 0 && left > 0) {
    index -= 1
    const segment = segments[index]
    left -= segment?.durationS ?? 0
  }
  return index
}

export const seconds = (value: number) => Number(value.toFixed(5)).toString()

/** Number of segments that a request may be ahead of the last one. */
const MAX_AHEAD = 2

/** Whether a segment or part is listed. `too-far` if requests for it are errors (RFC 8216bis 6.2.5.2). */
export type Reach = 'yes' | 'not-yet' | 'too-far'

/** @param last segment of the playlist @param part null for the whole segment */
export function reachOf(
  last: Pick<WindowSegment, 'msn' | 'durationS'> & { readonly parts: readonly unknown[] },
  msn: number,
  part: number | null,
): Reach {
  if (msn > last.msn + MAX_AHEAD) return 'too-far'
  if (msn !== last.msn) return msn < last.msn ? 'yes' : 'not-yet'
  if (last.durationS !== null) return 'yes'
  return part !== null && part < last.parts.length ? 'yes' : 'not-yet'
}
