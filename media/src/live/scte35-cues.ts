import { decodeScte35 } from '../scte35/codec.ts'
import { Scte35Fault } from '../scte35/fault.ts'
import type { Splice, SpliceCommand, SpliceDescriptor } from '../scte35/section.ts'
import { addPts } from '../scte35/times.ts'
import { type BadSourceCue, LIVE_TICKS, type SourceCue, type SourceCueScope } from './source.ts'

/** Scopes by the segmentation_type_id of their start: breaks, placement opportunities and ads that replace the program.
 * Overlays and promos are omitted, because they do not. The type of each end is the next number. */
const STARTS: ReadonlyMap<number, SourceCueScope> = new Map([
  [0x22, 'break'],
  ...[0x34, 0x36, 0x44, 0x46].map((typeId) => [typeId, 'opportunity'] as const),
  ...[0x30, 0x32].map((typeId) => [typeId, 'ad'] as const),
])

/** Reads the cues of an SCTE-35 message. Times have 33 bits. Messages without an event have no cues. */
export function scte35Cues(section: Uint8Array): (SourceCue | BadSourceCue)[] {
  try {
    const info = decodeScte35(section)
    const raw = section.slice()
    if (info.isEncrypted) return [otherCue(raw)]
    const adjusted = (pts: number | null) => (pts === null ? null : addPts(pts, info.ptsAdjustment))
    return cuesOf(info.command, info.descriptors).map((cue) => ({
      kind: 'cue',
      origin: 'scte35',
      raw,
      ...cue,
      ptsTicks: adjusted(cue.ptsTicks),
    }))
  } catch (error) {
    if (error instanceof Scte35Fault) return [{ kind: 'bad-cue', origin: 'scte35', reason: error.reason }]
    throw error
  }
}

type CueFields = Pick<SourceCue, 'what' | 'scope' | 'eventId' | 'ptsTicks' | 'durationS'>

const other = { what: 'other', eventId: null, ptsTicks: null, durationS: null } as const

function otherCue(raw: Uint8Array): SourceCue {
  return { kind: 'cue', origin: 'scte35', raw, ...other }
}

function cuesOf(command: SpliceCommand, descriptors: readonly SpliceDescriptor[]): CueFields[] {
  switch (command.type) {
    case 'splice_null':
    case 'bandwidth_reservation':
      return []
    case 'splice_insert':
      return [
        {
          what: command.outOfNetwork ? 'out' : 'in',
          eventId: String(command.eventId),
          ptsTicks: timeOf(command.splice),
          durationS: command.breakDuration && command.breakDuration.ticks / LIVE_TICKS,
        },
      ]
    case 'splice_insert_cancel':
      return [canceled(command.eventId)]
    case 'time_signal':
      return descriptors.flatMap((descriptor) => segmentCue(descriptor, command.pts) ?? [])
    default:
      return [other]
  }
}

/** Time of a splice. If the components differ, that of the first one. */
function timeOf(splice: Splice): number | null {
  if (splice.mode === 'program') return splice.pts
  return splice.mode === 'components' ? (splice.components[0]?.pts ?? null) : null
}

function segmentCue(descriptor: SpliceDescriptor, ptsTicks: number | null): CueFields | null {
  if (descriptor.type === 'segmentation_cancel') return canceled(descriptor.eventId)
  if (descriptor.type !== 'segmentation_descriptor') return null
  const { typeId, eventId, durationTicks } = descriptor
  const scope = STARTS.get(typeId) ?? STARTS.get(typeId - 1)
  return {
    what: STARTS.has(typeId) ? 'out' : STARTS.has(typeId - 1) ? 'in' : 'other',
    ...(scope !== undefined && { scope }),
    eventId: String(eventId),
    ptsTicks,
    durationS: durationTicks === null ? null : durationTicks / LIVE_TICKS,
  }
}

/** A cancellation, which applies at once. */
function canceled(eventId: number): CueFields {
  return { what: 'cancel', eventId: String(eventId), ptsTicks: null, durationS: null }
}
