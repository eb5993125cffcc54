import { type BadSourceCue, Scte35Fault, type SourceCue, scte35Bytes, scte35Cues } from '@kinora/media'
import { attributesOf, type HlsDateRange, type HlsSegment, valueAfter } from './hls-playlist.ts'

/** A cue of a playlist with its offset from the start of a segment. */
export interface PlacedCue {
  readonly cue: Omit<SourceCue, 'ptsTicks'> | BadSourceCue
  readonly offsetS: number
}

/** Reads the cues of a playlist. Returns each cue once, although reloaded playlists repeat them. */
export interface HlsCueReader {
  /** Reads the cue tags of a new segment, and all date ranges of its playlist that are new or changed. */
  read(segment: HlsSegment, ranges: readonly HlsDateRange[]): PlacedCue[]
}

/** Date ranges that ended longer before the segment are ignored. */
const OVER_MS = 10_000
/** Limit of remembered breaks. Updates of their date ranges need not repeat the SCTE-35 message. */
const MOST_BREAKS = 32
const CUE_OUT = /^#EXT-X-CUE-OUT(?::(.*))?$/
const CUE_IN = /^#EXT-X-CUE-IN\b/
const ISO_DURATION = /^P(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/

export function createHlsCueReader(): HlsCueReader {
  let isOut = false
  let seen = new Set<string>()
  let breakIds: readonly string[] = []

  function tagCues(tags: readonly string[]): PlacedCue[] {
    const text = tags.map((tag) => valueAfter(tag, '#EXT-OATCLS-SCTE35:')).find((value) => value !== null)
    const message = text === undefined || text === null ? null : readMessage(text, 'cue-out')
    const cues: PlacedCue[] = message?.cue.kind === 'bad-cue' ? [message] : []
    const from = message?.cue.kind === 'cue' ? message.cue : null
    const cue = { kind: 'cue', origin: 'cue-out', raw: from?.raw ?? null } as const
    let isPlaced = false
    for (const tag of tags) {
      const out = CUE_OUT.exec(tag)
      const rest = valueAfter(tag, '#EXT-X-CUE-OUT-CONT:')
      if (out !== null) {
        const { ID, DURATION } = attributesOf(out[1] ?? '')
        const durationS = durationOf(DURATION ?? out[1] ?? '') ?? from?.durationS ?? null
        const eventId = ID ?? from?.eventId ?? null
        cues.push({ cue: { ...cue, what: 'out', eventId, durationS }, offsetS: 0 })
      } else if (CUE_IN.test(tag))
        cues.push({
          cue: { ...cue, what: 'in', eventId: from?.eventId ?? null, durationS: null },
          offsetS: 0,
        })
      else if (rest !== null && !isOut) {
        const { elapsedS, durationS } = continuedOf(rest)
        cues.push({ cue: { ...cue, what: 'out', eventId: null, durationS }, offsetS: -elapsedS })
      } else continue
      isPlaced = true
      isOut = !CUE_IN.test(tag)
    }
    return !isPlaced && from !== null ? [{ cue: from, offsetS: 0 }] : cues
  }

  return {
    read(segment, ranges) {
      const current = ranges.map((range) => ({ range, key: JSON.stringify(range.attributes) }))
      const found = current.filter(({ key }) => !seen.has(key))
      seen = new Set(current.map(({ key }) => key))
      // Some packagers write both. Date ranges are exact, tags only name the next segment.
      const outs = ranges.filter(({ attributes }) => attributes['SCTE35-OUT'] !== undefined)
      const tagged = outs.length > 0 ? [] : tagCues(segment.cueTags)
      const outIds = outs.flatMap(({ attributes: { ID } }) => ID ?? [])
      const dated = found.flatMap(({ range }) => {
        const { ID = '', 'SCTE35-OUT': out } = range.attributes
        return rangeCues(range, segment, breakIds.includes(ID) || (out === undefined && outIds.includes(ID)))
      })
      breakIds = [...breakIds.filter((id) => !outIds.includes(id)), ...outIds].slice(-MOST_BREAKS)
      return [...tagged, ...dated]
    },
  }
}

/** Reads the cues of an EXT-X-DATERANGE (RFC 8216, 4.3.2.7.1).
 * @param isKnown whether an earlier range with this ID began a break */
function rangeCues({ attributes }: HlsDateRange, { dateMs }: HlsSegment, isKnown: boolean): PlacedCue[] {
  const { ID = '', 'START-DATE': start = '', 'END-DATE': end = '', DURATION = '' } = attributes
  const hasMessage = Object.keys(attributes).some((name) => name.startsWith('SCTE35-'))
  if (!hasMessage && !isKnown) return []
  const startMs = Date.parse(start)
  const ownS = durationOf(DURATION)
  const knownEndMs = Date.parse(end)
  const endMs = Number.isNaN(knownEndMs) ? startMs + (ownS ?? Number.NaN) * 1000 : knownEndMs
  const offsetAt = (ms: number) => (dateMs === null ? 0 : (ms - dateMs) / 1000)
  // An update of a known range may end its break without a message, by END-DATE or DURATION.
  if (!hasMessage) {
    const ended = {
      kind: 'cue',
      what: 'in',
      eventId: ID,
      durationS: null,
      raw: null,
      origin: 'daterange',
    } as const
    return Number.isNaN(endMs) ? [] : [{ cue: ended, offsetS: offsetAt(endMs) }]
  }
  if (Number.isNaN(startMs)) return [{ cue: bad('date', 'daterange'), offsetS: 0 }]
  const isOver = dateMs !== null && endMs < dateMs - OVER_MS
  const lengthS = ownS ?? (endMs > startMs ? (endMs - startMs) / 1000 : null)
  const durationS = lengthS ?? durationOf(attributes['PLANNED-DURATION'] ?? '')
  const kinds = [
    { what: 'out', text: attributes['SCTE35-OUT'], atMs: startMs },
    { what: 'in', text: attributes['SCTE35-IN'], atMs: Number.isNaN(endMs) ? startMs : endMs },
    { what: null, text: attributes['SCTE35-CMD'], atMs: startMs },
  ] as const
  if (isOver && !isKnown) return []
  return kinds.flatMap(({ what, text, atMs }) => {
    if (text === undefined) return []
    const { cue } = readMessage(text, 'daterange') ?? { cue: null }
    const offsetS = offsetAt(atMs)
    const faults = cue?.kind === 'bad-cue' ? [{ cue, offsetS }] : []
    const from = cue?.kind === 'cue' ? cue : null
    // If the message cannot be read, its kind is still known from the name of its attribute.
    const kind = what ?? from?.what
    if (kind === undefined) return faults
    const breakS = kind === 'out' ? (durationS ?? from?.durationS ?? null) : null
    return [
      ...faults,
      {
        cue: {
          kind: 'cue',
          what: kind,
          eventId: ID === '' ? null : ID,
          durationS: breakS,
          ...(from?.scope !== undefined && { scope: from.scope }),
          raw: from?.raw ?? null,
          origin: 'daterange',
        },
        offsetS,
      } as const,
    ]
  })
}

/** Reads the first cue of an SCTE-35 message. Null without cues. */
function readMessage(text: string, origin: 'cue-out' | 'daterange'): PlacedCue | null {
  try {
    const [cue] = scte35Cues(scte35Bytes(text))
    return cue ? { cue: { ...cue, origin }, offsetS: 0 } : null
  } catch (error) {
    if (error instanceof Scte35Fault) return { cue: bad(error.reason, origin), offsetS: 0 }
    throw error
  }
}

function bad(reason: string, origin: BadSourceCue['origin']): BadSourceCue {
  return { kind: 'bad-cue', origin, reason }
}

/** Reads a duration in seconds. Some packagers write ISO 8601 durations (`PT30S`). */
function durationOf(text: string): number | null {
  const iso = ISO_DURATION.exec(text)
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = iso?.slice(1).map((part) => Number(part ?? 0)) ?? []
  const value = iso ? ((days * 24 + hours) * 60 + minutes) * 60 + seconds : Number.parseFloat(text)
  return Number.isFinite(value) && value > 0 ? value : null
}

/** Reads the attributes of EXT-X-CUE-OUT-CONT: `ElapsedTime=5.9,Duration=30` or `5.9/30`. */
function continuedOf(text: string): { elapsedS: number; durationS: number | null } {
  const elapsed = /ElapsedTime=([\d.]+)/i.exec(text)?.[1] ?? /^([\d.]+)/.exec(text)?.[1]
  const duration = /\bDuration=([\d.]+)/i.exec(text)?.[1] ?? /\/([\d.]+)/.exec(text)?.[1]
  return { elapsedS: durationOf(elapsed ?? '') ?? 0, durationS: durationOf(duration ?? '') }
}
