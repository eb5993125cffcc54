import { livestreamLimits } from '@kinora/contract'
import { hexOf, type SourceCueScope } from '@kinora/media'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Live } from '../live.ts'
import { notifyCues } from '../streams/open-cues.ts'
import { lockStream } from '../streams/states.ts'
import type { StreamRef } from '../streams/stream-changes.ts'
import { liveCues } from '../streams/tables.ts'
import { type CueRow, cuesSince, endOf } from './cues.ts'

/** A cue of the encoder, with its time on the clock of the stream. */
export interface EncoderCue {
  readonly kind: 'out' | 'in' | 'cancel'
  /** Program date-time of the stream, epoch milliseconds. */
  readonly atMs: number
  readonly durationS: number | null
  readonly eventId: string | null
  readonly scope: SourceCueScope | null
  readonly origin: Exclude<CueRow['origin'], 'manual' | 'schedule'>
  /** The SCTE-35 message. */
  readonly message: Uint8Array | null
}

/** Two starts within this time are the same break, because encoders repeat their messages. */
const SAME_MS = 1000

/** Nesting of scopes (SCTE-35 segmentation types): a break contains placement opportunities, which contain ads. A
 * `splice_insert` has no scope: it starts an opportunity, and its return ends any scope. */
const SIZES: Readonly<Record<SourceCueScope, number>> = { ad: 1, opportunity: 2, break: 3 }
const sizeOf = ({ scope }: Pick<CueRow, 'scope'>) => SIZES[scope ?? 'opportunity']

type Known = readonly CueRow[]

/** Records a cue of the encoder. Repeated cues change nothing, and neither do smaller scopes inside a running break. */
export async function recordCue(
  { db, clock }: Pick<Live, 'db' | 'clock'>,
  ref: StreamRef,
  cue: EncoderCue,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const stream = await lockStream(tx, ref.environmentId, ref.id)
    const known = await cuesSince(tx, stream, new Date(Math.min(cue.atMs, now.getTime())))
    if (await changes[cue.kind](tx, ref, cue, known, now)) await notifyCues(tx, ref.id)
  })
}

type Change = (tx: Transaction, ref: StreamRef, cue: EncoderCue, known: Known, now: Date) => Promise<boolean>

/** Each returns whether it changed a break. */
const changes: Readonly<Record<EncoderCue['kind'], Change>> = {
  async out(tx, { id: streamId, environmentId }, cue, known, now) {
    const { eventId, scope, origin } = cue
    const at = new Date(cue.atMs)
    const durationS = limited(cue.durationS)
    const same =
      known.find((each) => isSameEvent(each, cue)) ??
      known.find((each) => Math.abs(each.at.getTime() - cue.atMs) < SAME_MS)
    if (same !== undefined) {
      if (same.origin !== origin || same.endedAt !== null || sizeOf(same) > sizeOf(cue)) return false
      if (same.durationS === durationS && sizeOf(same) === sizeOf(cue)) return false
      // The message of the break came after the message of an opportunity or ad in it.
      const grown = sizeOf(same) < sizeOf(cue) ? { durationS, scope, eventId } : { durationS }
      await tx.update(liveCues).set(grown).where(rowOf(liveCues, same))
      return true
    }
    const earlier = runningAt(known, at)
    if (earlier !== undefined && sizeOf(earlier) > sizeOf(cue)) return false
    if (earlier) await tx.update(liveCues).set({ endedAt: at }).where(rowOf(liveCues, earlier))
    const id = uuidv7(now.getTime())
    const row = { id, streamId, environmentId, at, durationS, scope, origin, eventId, createdAt: now }
    const announced = { plannedS: durationS, outMessage: messageOf(cue), inMessage: null }
    await tx.insert(liveCues).values({ ...row, ...announced, endedAt: null, addedBy: null })
    return true
  },

  async in(tx, _ref, cue, known) {
    const at = new Date(cue.atMs)
    const running = known.find((each) => isSameEvent(each, cue)) ?? returnedFrom(known, cue)
    if (running === undefined || endOf(running) <= at || at <= running.at) return false
    const ended = { endedAt: at, inMessage: messageOf(cue) }
    await tx.update(liveCues).set(ended).where(rowOf(liveCues, running))
    return true
  },

  /** Deletes a break that has not begun, and ends a running one. */
  async cancel(tx, _ref, cue, known) {
    const at = new Date(cue.atMs)
    const canceled = known.filter(({ eventId }) => eventId !== null && eventId === cue.eventId)
    for (const each of canceled) {
      if (each.at >= at) await tx.delete(liveCues).where(rowOf(liveCues, each))
      else if (endOf(each) > at) await tx.update(liveCues).set({ endedAt: at }).where(rowOf(liveCues, each))
    }
    return canceled.length > 0
  },
}

/** Compares the scopes too, because some encoders give a break and the ads in it the same ID. IDs of date ranges are
 * unique. */
function isSameEvent({ eventId, scope }: CueRow, cue: EncoderCue): boolean {
  if (eventId === null || eventId !== cue.eventId) return false
  return scope === null || cue.scope === null || scope === cue.scope || cue.origin === 'daterange'
}

function returnedFrom(known: Known, cue: EncoderCue): CueRow | undefined {
  const running = runningAt(known, new Date(cue.atMs))
  const isInside = running !== undefined && cue.scope !== null && SIZES[cue.scope] < sizeOf(running)
  return isInside ? undefined : running
}

function runningAt(known: Known, at: Date): CueRow | undefined {
  return known.find((each) => each.at <= at && at < endOf(each))
}

function limited(durationS: number | null): number | null {
  return durationS === null || durationS <= 0 ? null : Math.min(durationS, livestreamLimits.mostCueS)
}

function messageOf({ message }: EncoderCue): string | null {
  return message === null ? null : hexOf(message)
}
