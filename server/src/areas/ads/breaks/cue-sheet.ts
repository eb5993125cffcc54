import { isVmap, offsetSeconds, vmapBreaks } from '../vast/vmap.ts'
import { readXml, type XmlElement, XmlRefused } from '../vast/xml.ts'
import { type FrameCount, frameCountOf, framesBefore } from './timecode.ts'

/** A break that a cue sheet names. */
export interface SheetBreak {
  /** Seconds from the start of the video. */
  readonly atS: number
  /** Null if the sheet has none. */
  readonly durationS: number | null
  /** Time at which the video resumes, in seconds. Null: where it stopped. */
  readonly returnS: number | null
  /** Ad tag in VMAP. Null: the ad tag of the channel. */
  readonly adTagUrl: string | null
}

/** Length and frame rate of the video. Null if unknown. */
export interface SheetVideo {
  readonly durationS: number | null
  /** Frames per second. */
  readonly frameRate: number | null
}

/** The sheet cannot be read. */
export class SheetRefused extends Error {
  override readonly name = 'SheetRefused'
}

const HOUR_S = 3600
/** Longer lines are not breaks. */
const MAX_LINE = 2000
/** Maximum length of an ad tag, as in the API. */
const MAX_TAG = 2000

/**
 * Reads breaks from a sheet: VMAP 1.0, an edit decision list (CMX 3600, with the markers of DaVinci Resolve), or lines of a time
 * and an optional duration, separated by a comma, semicolon or tab. With the header `return`, a third column is the time at which
 * the video resumes. Times are seconds, `mm:ss` or `hh:mm:ss`, with decimals or frames.
 * @throws SheetRefused
 */
export function readCueSheet(text: string, video: SheetVideo): SheetBreak[] {
  if (/^(?:\uFEFF)?</.test(text.trimStart())) return readVmap(text, video.durationS)
  const lines = text.split(/\r?\n/).map((line) => line.trim().slice(0, MAX_LINE))
  if (lines.some((line) => edit.test(line))) return readEdl(lines, video)
  return readLines(lines, frameCountOf(video.frameRate, false))
}

function readLines(lines: readonly string[], count: FrameCount): SheetBreak[] {
  const filled = lines.map((line, n) => ({ line, n })).filter(({ line }) => line !== '')
  const hasReturns = /return/i.test(cellsOf(filled[0]?.line ?? '')[2] ?? '')
  return filled.flatMap(({ line, n }, index) => {
    const [time = '', duration = '', third = ''] = cellsOf(line)
    const back = hasReturns ? third : ''
    const atS = secondsOf(time, count)
    const [durationS, returnS] = [duration, back].map((cell) => (cell === '' ? null : secondsOf(cell, count)))
    // Header with the names of the columns.
    if (atS === null && index === 0) return []
    if (atS === null || (duration !== '' && durationS === null) || (back !== '' && returnS === null))
      throw new SheetRefused(`Line ${n + 1} has no time: ${line.slice(0, 80)}`)
    return [{ atS, durationS: durationS ?? null, returnS: returnS ?? null, adTagUrl: null }]
  })
}

const cellsOf = (line: string) => line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, ''))

const timecode = String.raw`\d{2}:\d{2}:\d{2}[:;]\d{2}`
/** An event line. Its last two timecodes are start and end in the program. */
const edit = new RegExp(String.raw`^\d{3,6}\s+\S+\s.*?(${timecode})\s+(${timecode})$`)
const marker = /\|D:(\d+)/
/** Frame code mode (drop or non-drop frame) of the following events. */
const frameCodeMode = /^FCM:\s*(NON[- ]?)?DROP/i

/** An event. Times are frame numbers. */
interface EdlEvent {
  readonly start: number
  readonly end: number
  readonly count: FrameCount
  /** Null without a marker. */
  marked: number | null
}

function readEdl(lines: readonly string[], { durationS: videoS, frameRate }: SheetVideo): SheetBreak[] {
  const events: EdlEvent[] = []
  let isDrop = false
  for (const line of lines) {
    const mode = frameCodeMode.exec(line)
    if (mode !== null) isDrop = mode[1] === undefined
    const [, start, end] = edit.exec(line) ?? []
    const marked = marker.exec(line)?.[1]
    const last = events.at(-1)
    if (start !== undefined && end !== undefined) {
      const count = frameCountOf(frameRate, isDrop || start.includes(';'))
      const [from, to] = [framesBefore(start, count), framesBefore(end, count)]
      if (from !== null && to !== null) events.push({ start: from, end: to, count, marked: null })
    } else if (marked !== undefined && last) last.marked = Number(marked)
  }
  const hours = startHours(events, videoS)
  return events.map((event, n) => {
    const { start, count } = event
    const zero = framesBefore(`${hours}:00:00:00`, count) ?? 0
    const lengthS = lengthOf(event, events[n + 1])
    return {
      atS: Math.round(((start - zero) / count.rate) * 1000) / 1000,
      // A marker is at least a frame long.
      durationS: lengthS >= 1 ? Math.round(lengthS * 1000) / 1000 : null,
      returnS: null,
      adTagUrl: null,
    }
  })
}

/** Hour at which the timecodes of the program begin: usually 1, and 10 at some broadcasters. 0 if an event is earlier. */
function startHours(events: readonly EdlEvent[], videoS: number | null): number {
  const hoursOf = ({ start, count }: EdlEvent) => start / (framesBefore('01:00:00:00', count) ?? 1)
  const first = Math.floor(events.reduce((least, event) => Math.min(least, hoursOf(event)), 24))
  const last = events.reduce((most, event) => Math.max(most, hoursOf(event)), 0)
  const isPastEnd = videoS !== null && (last - 1) * HOUR_S > videoS + 1
  return isPastEnd ? first : Math.min(first, 1)
}

/** Length of the marker in seconds, or else of the event. 0 for an event that ends where the next one begins: it is a part of the
 * program. */
function lengthOf({ start, end, marked, count }: EdlEvent, next: EdlEvent | undefined): number {
  const isMarker = marked !== null && marked > 1
  if (isMarker) return marked / count.rate
  return next?.start === end ? 0 : (end - start) / count.rate
}

function readVmap(text: string, videoS: number | null): SheetBreak[] {
  const root = documentOf(text)
  if (!isVmap(root)) throw new SheetRefused('The document is not VMAP')
  return vmapBreaks(root).map(({ offset, tagUrl }) => {
    const atS = offsetSeconds(offset, videoS)
    if (atS === null) throw new SheetRefused(`The time of a break cannot be used: ${offset.slice(0, 40)}`)
    if (tagUrl !== null && tagUrl.length > MAX_TAG) throw new SheetRefused('An ad tag is too long')
    return { atS, durationS: null, returnS: null, adTagUrl: tagUrl }
  })
}

function documentOf(text: string): XmlElement {
  try {
    return readXml(text)
  } catch (error) {
    if (error instanceof XmlRefused) throw new SheetRefused(error.message)
    throw error
  }
}

/** Parses `12.5`, `01:30`, `00:01:30.5` or `00:01:30:12` as seconds. Null for other texts. */
function secondsOf(text: string, count: FrameCount): number | null {
  if (/^\d{1,6}(?:\.\d{1,6})?$/.test(text)) return Number(text)
  const frames = framesBefore(text, count)
  if (frames !== null) return Math.round((frames / count.rate) * 1000) / 1000
  const [, hours = '0', minutes = '', seconds = ''] =
    /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d(?:\.\d{1,6})?)$/.exec(text) ?? []
  return minutes === '' ? null : Number(hours) * HOUR_S + Number(minutes) * 60 + Number(seconds)
}
