import { encodeScte35 } from '../scte35/codec.ts'
import { scte35Bytes } from '../scte35/text.ts'
import { hexOf } from '../scte35/upid.ts'
import { scte35Cues } from './scte35-cues.ts'
import { LIVE_TICKS } from './source.ts'

export interface AnnouncedBreak {
  /** UUID. Its last 32 bits are the event ID if the encoder sent none. */
  readonly id: string
  /** Event ID of the encoder. */
  readonly eventId: string | null
  readonly plannedS: number | null
  /** SCTE-35 messages of the encoder, in hex. */
  readonly outMessage: string | null
  readonly inMessage: string | null
}

const MOST_ID = 2 ** 32 - 1

/** SCTE-35 sections for the start and the end of a break, in hex: those of the encoder, or `splice_insert` with the
 * same event ID. They contain no times, because the playlist has them. */
export function breakMessages({ id, eventId, plannedS, outMessage, inMessage }: AnnouncedBreak) {
  const known = outMessage === null ? eventId : (eventIdIn(outMessage) ?? eventId)
  const number = numberOf(known) ?? Number.parseInt(id.slice(-8), 16)
  const ticks = plannedS === null ? null : Math.round(plannedS * LIVE_TICKS)
  return {
    outMessage: outMessage ?? insert(number, true, ticks),
    inMessage: inMessage ?? insert(number, false, null),
  }
}

function eventIdIn(message: string): string | null {
  const cue = scte35Cues(scte35Bytes(message)).find((each) => each.kind === 'cue' && each.what === 'out')
  return cue?.kind === 'cue' ? cue.eventId : null
}

function numberOf(eventId: string | null): number | null {
  const number = eventId !== null && /^\d{1,10}$/.test(eventId) ? Number(eventId) : Number.NaN
  return number <= MOST_ID ? number : null
}

function insert(eventId: number, outOfNetwork: boolean, ticks: number | null): string {
  return hexOf(
    encodeScte35({
      isEncrypted: false,
      sapType: 3,
      ptsAdjustment: 0,
      cwIndex: 0,
      tier: 0xfff,
      descriptors: [],
      hasNoCommandLength: false,
      stuffing: new Uint8Array(0),
      command: {
        type: 'splice_insert',
        eventId,
        outOfNetwork,
        isEventIdCompliant: true,
        splice: { mode: 'program-immediate' },
        uniqueProgramId: 0,
        availNum: 0,
        availsExpected: 0,
        breakDuration: ticks === null ? null : { autoReturn: true, ticks },
      },
    }),
  )
}
