import { initName, livePartName, liveSegmentName } from '../live/playlist/live-names.ts'
import {
  indexFromEnd,
  PARTS_TARGETS,
  playlistControl,
  type Reach,
  type Report,
  reachOf,
  seconds,
  slateRanges,
  type WindowPart,
  type WindowSegment,
} from '../live/playlist/live-playlist.ts'
import type { StitchSegment } from './stitch.ts'

/** Position of a break in a live stream. Media sequence numbers and dates are those of the stream. */
export interface BreakSplice {
  /** First segment of the stream that ads replace. */
  readonly startMsn: number
  readonly startMs: number
  /** Number of discontinuities of the stream before the break. */
  readonly discontinuities: number
  /** Number of ad segments that are listed so far. */
  readonly shown: number
  /** First segment of the stream after the ads. Null while the break goes on. */
  readonly returnMsn: number | null
}

export interface BreakTimes {
  /** Start in epoch milliseconds, by the program date-time of the stream. */
  readonly atMs: number
  /** End in epoch milliseconds. Ad segments that begin later are dropped. */
  readonly endMs: number
}

/** Half a segment: a time belongs to the nearest segment boundary. */
const nearestMs = (targetS: number) => targetS * 500
/** Time by which ads can exceed the break. */
const TOLERANCE_MS = 250

/**
 * Computes the splice of a break from the window of a reference rendition. Ad segments are listed when the stream has reached their
 * start, so that low-latency players do not wait for them, and an early end of the break drops unlisted ones.
 * @param itemsS lengths of the ad segments in order @param known the splice so far
 * @returns null if the stream has not reached the break, if it is before the window, or if it has no ads
 */
export function spliceBreak(
  segments: readonly WindowSegment[],
  { atMs, endMs }: BreakTimes,
  itemsS: readonly number[],
  targetS: number,
  known: BreakSplice | null,
): BreakSplice | null {
  if (known?.returnMsn || itemsS.length === 0) return known
  const start = known ?? startOf(segments, atMs, targetS)
  const last = segments.at(-1)
  if (start === null || last === undefined) return known
  const edgeMs = last.programDateMs + 1000 * lengthOf(last)
  const untilMs = Math.min(endMs, edgeMs + 1)
  let [shown, offsetS] = [0, 0]
  for (const itemS of itemsS) {
    const beginsMs = start.startMs + offsetS * 1000
    if (
      shown >= (known?.shown ?? 0) &&
      (beginsMs >= untilMs || (shown > 0 && beginsMs + TOLERANCE_MS >= endMs))
    )
      break
    shown += 1
    offsetS += itemS
  }
  if (shown === 0) return null
  const endsMs = start.startMs + offsetS * 1000
  const isWhole = shown === itemsS.length || endsMs + TOLERANCE_MS >= endMs
  const back = isWhole
    ? segments.find(
        ({ msn, programDateMs }) => msn > start.startMsn && programDateMs >= endsMs - nearestMs(targetS),
      )
    : undefined
  return { ...start, shown, returnMsn: back?.msn ?? null }
}

function startOf(
  segments: readonly WindowSegment[],
  atMs: number,
  targetS: number,
): Pick<BreakSplice, 'startMsn' | 'startMs' | 'discontinuities'> | null {
  const index = segments.findIndex(({ programDateMs }) => programDateMs >= atMs - nearestMs(targetS))
  const first = segments[index]
  // A break before the window is over or cannot be watched any more.
  if (first === undefined || (index === 0 && first.programDateMs > atMs + nearestMs(targetS))) return null
  const { msn, programDateMs, isDiscontinuous } = first
  const discontinuities = first.discontinuities - (isDiscontinuous ? 1 : 0)
  return { startMsn: msn, startMs: programDateMs, discontinuities }
}

/** Ads of a break in one rendition. */
export interface LiveInsertion {
  readonly splice: BreakSplice
  readonly ads: readonly (readonly StitchSegment[])[]
}

/** A segment of a viewer's playlist. */
export interface LiveItem {
  /** Media sequence number in the viewer's playlist. */
  readonly msn: number
  readonly discontinuities: number
  readonly dateMs: number
  /** Null while the segment is open. */
  readonly durationS: number | null
  readonly initUri: string | null
  readonly uri: string
  /** Parts of a segment of the stream. Empty for ads. */
  readonly parts: readonly WindowPart[]
  /** Media sequence number in the stream, and base URI, for the URIs of parts. */
  readonly partsOf: { readonly msn: number; readonly base: string } | null
  /** Playlist lines of a complete segment of the stream, which all viewers share. */
  readonly lines: string | null
  readonly isAd: boolean
}

/** Difference of the numbers in a viewer's playlist to those of the stream. */
export interface LiveShift {
  readonly msn: number
  readonly discontinuities: number
}

export const NO_SHIFT: LiveShift = { msn: 0, discontinuities: 0 }

/** Segments of a viewer's playlist.
 * @param insertions in order @param base prefix of the stream's URIs @param fromMsn first segment of the stream, for sessions with a
 * pre-roll @param past shift by breaks that have left the window and are not in `insertions` */
export function liveItems(
  segments: readonly WindowSegment[],
  insertions: readonly LiveInsertion[],
  base: string,
  fromMsn: number,
  past = NO_SHIFT,
): LiveItem[] {
  const items: LiveItem[] = []
  const done = new Set<LiveInsertion>()
  for (const segment of segments) {
    if (segment.msn < fromMsn) continue
    const hiding = insertions.find(
      ({ splice: { startMsn, returnMsn } }) =>
        startMsn <= segment.msn && (returnMsn === null || segment.msn < returnMsn),
    )
    if (hiding === undefined) items.push(contentItem(segment, shiftAt(insertions, segment.msn, past), base))
    else if (!done.has(hiding)) {
      done.add(hiding)
      items.push(...adItems(hiding, shiftAt(insertions, hiding.splice.startMsn, past), segment))
    }
  }
  return items
}

/** Shift at a segment of the stream. */
function shiftAt(insertions: readonly LiveInsertion[], msn: number, past: LiveShift): LiveShift {
  let shift = past
  for (const insertion of insertions) {
    const { returnMsn } = insertion.splice
    if (returnMsn !== null && returnMsn <= msn) shift = shiftAfter(shift, insertion)
  }
  return shift
}

/** Shift after an ended break. @param before shift before it */
export function shiftAfter(before: LiveShift, { splice, ads }: LiveInsertion): LiveShift {
  const { startMsn, returnMsn, shown } = splice
  return {
    msn: before.msn + shown - ((returnMsn ?? startMsn) - startMsn),
    discontinuities: before.discontinuities + startedAds(ads, shown) + 1,
  }
}

function startedAds(ads: LiveInsertion['ads'], shown: number): number {
  let [count, before] = [0, 0]
  for (const ad of ads) {
    if (before >= shown) break
    count += 1
    before += ad.length
  }
  return count
}

/** Last segment of `liveItems`, without building the whole list. */
export function lastLiveItem(
  segments: readonly WindowSegment[],
  insertions: readonly LiveInsertion[],
  base: string,
  fromMsn: number,
  past = NO_SHIFT,
): LiveItem | undefined {
  const last = segments.at(-1)
  const from = insertions.find(({ splice }) => splice.returnMsn === null)?.splice.startMsn ?? last?.msn ?? 0
  const index = segments.findLastIndex(({ msn }) => msn <= from)
  const items = liveItems(segments.slice(Math.max(0, index)), insertions, base, fromMsn, past)
  return items.at(-1) ?? liveItems(segments, insertions, base, fromMsn, past).at(-1)
}

function contentItem(segment: WindowSegment, shift: LiveShift, base: string): LiveItem {
  const { msn, programDateMs: dateMs, durationS, init } = segment
  return {
    msn: msn + shift.msn,
    discontinuities: segment.discontinuities + shift.discontinuities,
    dateMs,
    durationS,
    initUri: `${base}${initName(init)}`,
    uri: `${base}${liveSegmentName(msn)}`,
    parts: segment.parts,
    partsOf: { msn, base },
    lines: durationS === null ? null : linesOf(segment, durationS, base),
    isAd: false,
  }
}

/** Playlist lines by segment. They are cached, because thousands of viewers each get thousands of segments in a long window. */
const known = new WeakMap<WindowSegment, { readonly base: string; readonly lines: string }>()

function linesOf(segment: WindowSegment, durationS: number, base: string): string {
  const found = known.get(segment)
  if (found?.base === base) return found.lines
  const lines = [
    dateLine(segment.programDateMs),
    ...segmentLines(durationS, `${base}${liveSegmentName(segment.msn)}`),
  ]
  const made = { base, lines: lines.join('\n') }
  known.set(segment, made)
  return made.lines
}

const dateLine = (dateMs: number) => `#EXT-X-PROGRAM-DATE-TIME:${new Date(dateMs).toISOString()}`
const segmentLines = (durationS: number, uri: string) => [`#EXTINF:${seconds(durationS)},`, uri]

/** @param shift shift before the break @param first first replaced segment of the stream that is still in the window */
function adItems({ splice, ads }: LiveInsertion, shift: LiveShift, first: WindowSegment): LiveItem[] {
  const { startMsn, startMs, shown } = splice
  const items: LiveItem[] = []
  let [n, dateMs] = [0, startMs]
  for (const [index, ad] of ads.entries())
    for (const { durationS, uri, initUri } of ad) {
      const endMs = dateMs + durationS * 1000
      // The ad segment has left the window with the segments that it replaces.
      const isOver = first.msn > startMsn && endMs <= first.programDateMs
      if (n < shown && !isOver)
        items.push({
          msn: startMsn + shift.msn + n,
          dateMs,
          durationS,
          initUri,
          uri,
          parts: [],
          partsOf: null,
          lines: null,
          isAd: true,
          discontinuities: splice.discontinuities + shift.discontinuities + index + 1,
        })
      dateMs = endMs
      n += 1
    }
  return items
}

export interface StitchedLiveOptions {
  readonly targetS: number
  readonly partS: number
  readonly isEnded: boolean
  /** Reports of the other renditions. */
  readonly reports: readonly Report[]
  /** Segments of the stream, for the date ranges of its slate. */
  readonly segments: readonly WindowSegment[]
  /** Whether playback begins at the first segment, for a session with a pre-roll. */
  readonly startsAtFirst: boolean
  /** Date ranges of interstitials, in guided mode. */
  readonly interstitials?: readonly string[]
  /** Segment and part of a blocking reload. */
  readonly asked?: { readonly msn: number | null; readonly part: number | null }
}

/** Part hold back in target durations. Ads have no parts, and hls.js continues with parts only after a whole segment. The stream
 * returns up to half a segment after the ads, so viewers stay this far behind to avoid stalling. */
const PART_HOLD_BACK_TARGETS = 1.6

/** A viewer's playlist of a live stream. Breaks have no parts, and there are no delta updates. */
export function stitchedLivePlaylist(
  all: readonly LiveItem[],
  { targetS, partS, isEnded, reports, segments, startsAtFirst, interstitials, asked }: StitchedLiveOptions,
): string {
  const items = isEnded || asked === undefined ? all : itemsFor(all, asked)
  const [first] = items
  const partHoldBackS = interstitials === undefined ? PART_HOLD_BACK_TARGETS * targetS : undefined
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${targetS}`,
    `#EXT-X-SERVER-CONTROL:${playlistControl(targetS, partS, null, partHoldBackS)}`,
    `#EXT-X-PART-INF:PART-TARGET=${partS}`,
    ...(startsAtFirst ? ['#EXT-X-START:TIME-OFFSET=0.001,PRECISE=YES'] : []),
    `#EXT-X-MEDIA-SEQUENCE:${first?.msn ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first?.discontinuities ?? 0}`,
    ...slateRanges(segments),
    ...(interstitials ?? []),
  ]
  const partsAfter = Math.max(
    indexFromEnd(items, PARTS_TARGETS * targetS),
    items.findLastIndex(({ isAd }) => isAd) + 1,
  )
  for (const [n, item] of items.entries()) {
    const before = items[n - 1]
    const joins = before === undefined ? 0 : item.discontinuities - before.discontinuities
    lines.push(...Array<string>(joins).fill('#EXT-X-DISCONTINUITY'))
    if (item.initUri !== null && (before?.initUri !== item.initUri || joins > 0))
      lines.push(`#EXT-X-MAP:URI="${item.initUri}"`)
    const hasParts = n >= partsAfter && !isEnded
    if (item.lines !== null && !hasParts) lines.push(item.lines)
    else {
      lines.push(dateLine(item.dateMs))
      if (hasParts) lines.push(...item.parts.map((part, index) => partLine(part, partUri(item, index))))
      if (item.durationS !== null) lines.push(...segmentLines(item.durationS, item.uri))
    }
  }
  const last = items.at(-1)
  if (isEnded) lines.push('#EXT-X-ENDLIST')
  else {
    if (last?.durationS === null)
      lines.push(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${partUri(last, last.parts.length)}"`)
    for (const { id, msn, part } of reports)
      lines.push(`#EXT-X-RENDITION-REPORT:URI="../${id}/index.m3u8",LAST-MSN=${msn},LAST-PART=${part}`)
  }
  return `${lines.join('\n')}\n`
}

function partUri({ partsOf }: LiveItem, part: number): string {
  return partsOf === null ? '' : `${partsOf.base}${livePartName(partsOf.msn, part)}`
}

function partLine({ durationS, isIndependent }: WindowPart, uri: string): string {
  return `#EXT-X-PART:DURATION=${seconds(durationS)},URI="${uri}"${isIndependent ? ',INDEPENDENT=YES' : ''}`
}

/** Whether the list reaches a segment, or a part of it. */
export function listReaches(items: readonly LiveItem[], msn: number, part: number | null): Reach {
  const last = items.at(-1)
  return last === undefined ? 'not-yet' : reachOf(last, msn, part)
}

/** Segments for a player that waited for a part. If ads follow, the list ends with the segment of that part: a playlist that ends
 * with ads has no parts, and then hls.js does not load the rest of the segment. */
function itemsFor(
  items: readonly LiveItem[],
  { msn, part }: NonNullable<StitchedLiveOptions['asked']>,
): readonly LiveItem[] {
  const index = items.findIndex((item) => item.msn === msn)
  const segment = items[index]
  const isBeforeAds = segment && !segment.isAd && items[index + 1]?.isAd
  return isBeforeAds && part !== null && part < segment.parts.length ? items.slice(0, index + 1) : items
}

function lengthOf({ durationS, parts }: WindowSegment): number {
  return durationS ?? parts.reduce((sum, part) => sum + part.durationS, 0)
}
