import { isVmap, offsetSeconds, vmapBreaks } from '../vast/vmap.ts'
import { readXml, type XmlElement, XmlRefused } from '../vast/xml.ts'

/** A break that a cue sheet names. */
export interface SheetBreak {
  /** Seconds from the start of the video. */
  readonly atS: number
  /** Null if the sheet does not say it. */
  readonly durationS: number | null
}

/** Why a sheet cannot be read. */
export class SheetRefused extends Error {
  override readonly name = 'SheetRefused'
}

/** Of edit lists whose rate is not known. Breaks come at starts of segments anyway. */
const FRAMES_PER_SECOND = 25
const HOUR_S = 3600

/**
 * Reads breaks from a sheet: VMAP 1.0, an edit decision list (CMX 3600, with the markers of DaVinci Resolve), or lines of a time
 * and an optional duration, separated by a comma, semicolon or tab. Times are seconds, `mm:ss` or `hh:mm:ss`, with decimals
 * or frames.
 * @param videoS length of the video; null if it is not known @throws SheetRefused
 */
export function readCueSheet(text: string, videoS: number | null): SheetBreak[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  if (/^(?:\uFEFF)?</.test(text.trimStart())) return readVmap(text, videoS)
  if (lines.some((line) => edit.test(line))) return readEdl(lines, videoS)
  return readLines(lines)
}

function readLines(lines: readonly string[]): SheetBreak[] {
  const filled = lines.map((line, n) => ({ line, n })).filter(({ line }) => line !== '')
  return filled.flatMap(({ line, n }, index) => {
    const [time = '', duration = ''] = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, ''))
    const [atS, durationS] = [secondsOf(time), duration === '' ? null : secondsOf(duration)]
    // The names of the columns.
    if (atS === null && index === 0) return []
    if (atS === null || (duration !== '' && durationS === null))
      throw new SheetRefused(`Line ${n + 1} has no time: ${line.slice(0, 80)}`)
    return [{ atS, durationS }]
  })
}

const timecode = String.raw`\d{2}:\d{2}:\d{2}[:;]\d{2}`
/** The last time but one is where the event begins in the programme. */
const edit = new RegExp(String.raw`^\d{3,6}\s+\S+\s.*?(${timecode})\s+${timecode}$`)
const marker = /\|D:(\d+)/

function readEdl(lines: readonly string[], videoS: number | null): SheetBreak[] {
  const found: { atS: number; durationS: number | null }[] = []
  for (const line of lines) {
    const start = edit.exec(line)?.[1]
    const frames = marker.exec(line)?.[1]
    const last = found.at(-1)
    if (start !== undefined) found.push({ atS: secondsOf(start) ?? 0, durationS: null })
    else if (frames !== undefined && last) last.durationS = Number(frames) / FRAMES_PER_SECOND
  }
  // Programmes usually begin at hour 1.
  const isAtHour = found.every(({ atS }) => atS >= HOUR_S) && (videoS === null || videoS < HOUR_S)
  return found.map(({ atS, durationS }) => ({
    atS: Math.round((isAtHour ? atS - HOUR_S : atS) * 1000) / 1000,
    // A marker is at least a frame long.
    durationS: durationS !== null && durationS >= 1 ? durationS : null,
  }))
}

function readVmap(text: string, videoS: number | null): SheetBreak[] {
  const root = documentOf(text)
  if (!isVmap(root)) throw new SheetRefused('The document is not VMAP')
  return vmapBreaks(root).map(({ offset }) => {
    const atS = offsetSeconds(offset, videoS)
    if (atS === null) throw new SheetRefused(`The time of a break cannot be used: ${offset.slice(0, 40)}`)
    return { atS, durationS: null }
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

/** Seconds of `12.5`, `01:30`, `00:01:30.5` or `00:01:30:12`. Null for anything else. */
function secondsOf(text: string): number | null {
  if (/^\d{1,6}(?:\.\d{1,6})?$/.test(text)) return Number(text)
  const [, hours = '0', minutes = '', seconds = '', frames = '0'] =
    /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d(?:\.\d{1,6})?)(?:[:;](\d{2}))?$/.exec(text) ?? []
  if (minutes === '') return null
  const wholeS = Number(hours) * HOUR_S + Number(minutes) * 60 + Number(seconds)
  return wholeS + Number(frames) / FRAMES_PER_SECOND
}
