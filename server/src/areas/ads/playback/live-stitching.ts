import {
  type LiveInsertion,
  type LiveWindow,
  liveAudioLengths,
  shiftAfter,
  spliceBreak,
  type WindowSegment,
} from '@kinora/media'
import { type CueRow, endOf } from '../../live/index.ts'
import type { Ads } from '../ads.ts'
import { type LiveBreaks, RECENT_SECONDS } from '../breaks/live-breaks.ts'
import type { WatchedContent } from '../channels/channel-row.ts'
import { type ChannelRow, streamIdOf } from '../channels/channel-row.ts'
import { type AdShape, liveShapeOf } from '../creatives/shape.ts'
import { type Decision, insertedAds } from '../decisions/decision.ts'
import { adSegments, type OutputRole } from '../playlists/session-playlist.ts'
import type { PlannedBreak } from '../sessions/ask-break.ts'
import { addDecisions, type LiveSession, type LiveSessions } from '../sessions/live-sessions.ts'
import { addDecision, decideSession, getDecisions } from '../sessions/sessions.ts'

/** A channel with the window of its live stream. */
export interface LiveVideo {
  readonly channel: ChannelRow
  readonly window: LiveWindow
  readonly content: WatchedContent
  readonly shape: AdShape | null
}

/** Time before a planned break at which ad servers are asked. */
const LEAD_MS = 30_000
/** Assumed length of a break without a planned end, in seconds. */
const OPEN_BREAK_S = 120
/** Distance from the live edge at which players start, in segments. */
export const HOLD_BACK = 3
const LOW_LATENCY_HOLD_BACK = 2
/** Maximum number of breaks of a session that are decided together. Older ones get no ads. */
const MAX_AT_ONCE = 10

const suppressed = { origin: null, asked: { reason: 'suppressed', exchanges: [] } } as const

/** Segments of the first video rendition. All renditions have the same times. */
export function referenceOf(window: LiveWindow): readonly WindowSegment[] {
  const video = window.renditions().find(({ facts }) => facts.kind === 'video')
  return video === undefined ? [] : window.segments(video.id)
}

export function liveVideo(
  channel: ChannelRow,
  content: WatchedContent,
  window: LiveWindow,
  streams: Parameters<typeof liveShapeOf>[0],
) {
  return { channel, content, window, shape: liveShapeOf(streams, window.options.targetS) } satisfies LiveVideo
}

/** Finds the splice of a pre-roll: far enough behind the live edge that its first segments can be watched at once. */
export function splicePreroll(window: LiveWindow, isLowLatency: boolean, decision: Decision) {
  const reference = referenceOf(window)
  const behind = isLowLatency ? LOW_LATENCY_HOLD_BACK : HOLD_BACK
  const start = reference.filter(({ durationS }) => durationS !== null).at(-behind) ?? reference[0]
  if (start === undefined) return null
  const { targetS } = window.options
  const times = { atMs: start.programDateMs, endMs: Number.POSITIVE_INFINITY }
  return spliceBreak(reference, times, itemsOf(decision), targetS, null)
}

/** Decides about breaks that begin soon, and for a new session also about earlier ones if the channel allows it. Waits for the
 * decisions of breaks that the stream has reached. */
export async function decideLiveBreaks(
  ads: Ads,
  breaks: LiveBreaks,
  video: LiveVideo,
  session: LiveSession,
): Promise<void> {
  const { channel, window } = video
  const url = channel.midrollAdTagUrl
  const reference = referenceOf(window)
  const last = reference.at(-1)
  if (last === undefined || (url === null && !(await ads.offers.hasAds(channel)))) return
  const edgeMs = last.programDateMs + window.options.targetS * 1000
  const fromMs = earliestMs(video, reference, session)
  const cues = await breaks.of({ id: streamIdOf(channel), environmentId: channel.environmentId })
  const wanted = cues.filter((cue) => {
    const atMs = cue.at.getTime()
    return (
      !session.decidedCues.has(cue.id) && atMs >= fromMs && atMs <= edgeMs + LEAD_MS && endOf(cue) > cue.at
    )
  })
  if (wanted.length === 0) return
  const listedMs = listedUntil(window, session.isLowLatency)
  const reached = wanted.slice(-MAX_AT_ONCE).map((cue) => {
    const known = session.pending.get(cue.id)
    const pending = known ?? startDeciding(ads, video, session, cue, { url, listedMs, edgeMs })
    return cue.at.getTime() <= edgeMs ? pending : null
  })
  await Promise.all(reached)
}

/** Time before which breaks get no ads. */
function earliestMs(
  { channel, window }: LiveVideo,
  reference: readonly WindowSegment[],
  { startedMs, decisions }: LiveSession,
): number {
  const { availSuppression, availSuppressionS } = channel
  const firstMs = reference[0]?.programDateMs ?? 0
  // Segments before a pre-roll are not listed.
  const prerollMs = decisions.find(({ cueId }) => cueId === null)?.splice?.startMs ?? firstMs
  const listedMs = Math.max(firstMs, prerollMs)
  if (availSuppression === 'none') return listedMs
  const holdBackMs = HOLD_BACK * window.options.targetS * 1000
  const behindMs = availSuppression === 'behind' ? availSuppressionS * 1000 : 0
  return Math.max(listedMs, startedMs - Math.max(holdBackMs, behindMs))
}

/** Whether the break is suppressed because the viewer has just joined. */
function isSuppressed({ availSuppression, availSuppressionS }: ChannelRow, startedMs: number, atMs: number) {
  return availSuppression === 'ahead' && atMs < startedMs + availSuppressionS * 1000
}

/** End of the listed stream in epoch milliseconds: complete segments, and for low latency also the open one. */
export function listedUntil(window: LiveWindow, isLowLatency: boolean): number {
  const last = referenceOf(window).at(-1)
  if (last === undefined) return Number.NEGATIVE_INFINITY
  const { programDateMs, durationS, parts } = last
  if (durationS !== null) return programDateMs + durationS * 1000
  return isLowLatency && parts.length > 0 ? programDateMs + window.options.targetS * 1000 : programDateMs
}

/** Start of a break for a viewer. Listed segments cannot change, so a break that becomes known late begins late. */
function startMs(cueMs: number, listedMs: number, targetS: number): number {
  return cueMs + targetS * 500 < listedMs ? listedMs : cueMs
}

function startDeciding(
  ads: Ads,
  { channel, content, shape, window }: LiveVideo,
  session: LiveSession,
  cue: CueRow,
  { url, listedMs, edgeMs }: Record<'listedMs' | 'edgeMs', number> & { readonly url: string | null },
): Promise<void> {
  const isSpared = isSuppressed(channel, session.startedMs, cue.at.getTime())
  const { targetS } = window.options
  const atMs = startMs(cue.at.getTime(), Math.min(session.listedMs, listedMs), targetS)
  const endMs = cue.endedAt?.getTime() ?? cue.at.getTime() + (cue.durationS ?? OPEN_BREAK_S) * 1000
  const availableS = Math.max(0, endMs - atMs) / 1000
  const planned: PlannedBreak = {
    position: session.over.size + session.decisions.length,
    kind: 'midroll',
    cueId: cue.id,
    atS: atMs / 1000,
    availableS,
    ...(isSpared ? suppressed : { origin: url === null ? null : { url } }),
  }
  const { viewing } = session
  const leadMs = atMs - edgeMs - targetS * 1000
  const plan = { shape, content, breaks: async () => [planned], leadMs }
  const work = async () => {
    // Another process may have decided about this break already.
    const earlier = (await getDecisions(ads, channel, viewing.sessionId)) ?? []
    addDecisions(session, earlier)
    if (session.decidedCues.has(cue.id)) return
    const [decided] = await decideSession(ads, channel, plan, viewing, earlier)
    const ref = { id: viewing.sessionId, environmentId: channel.environmentId }
    const stored = decided && (await addDecision(ads, ref, decided))
    if (stored) addDecisions(session, [stored])
  }
  const pending = work().finally(() => session.pending.delete(cue.id))
  session.pending.set(cue.id, pending)
  // A request that waits for the decision reports the error. Otherwise the break is decided again later.
  pending.catch(() => undefined)
  return pending
}

/** Updates the splices of the session's breaks. Breaks never overlap: a break that begins during another one is left out. */
export async function spliceBreaks(
  { clock }: Pick<Ads, 'clock'>,
  { sessions, breaks }: { readonly sessions: LiveSessions; readonly breaks: LiveBreaks },
  { channel, window }: LiveVideo,
  session: LiveSession,
): Promise<void> {
  const reference = referenceOf(window)
  leaveOut(session, reference)
  const cues = await breaks.of({ id: streamIdOf(channel), environmentId: channel.environmentId })
  // A recent break that is not in the list of breaks any more was canceled.
  const recentS = clock.now().getTime() / 1000 - RECENT_SECONDS
  let freeMsn = 0
  for (const decision of session.decisions.toSorted((a, b) => a.atS - b.atS)) {
    const { cueId, splice: known } = decision
    if (known?.returnMsn) freeMsn = known.returnMsn
    if (known?.returnMsn || insertedAds(decision).length === 0) continue
    const cue = cues.find(({ id }) => id === cueId)
    if (cue === undefined && cueId !== null && known === null && decision.atS > recentS) continue
    const times = timesOf(decision, cue)
    const { targetS } = window.options
    const splice = spliceBreak(reference, times, itemsOf(decision), targetS, known)
    if (splice === null || splice.startMsn < freeMsn) continue
    const changed = { ...decision, splice }
    session.decisions = session.decisions.map((each) =>
      each.position === decision.position ? changed : each,
    )
    // Stored for processes that have not seen the start or the end of the break.
    if (known === null || splice.returnMsn !== null)
      await sessions.storeSplice({
        sessionId: session.viewing.sessionId,
        position: decision.position,
        splice,
      })
    if (splice.returnMsn === null) return
    freeMsn = splice.returnMsn
  }
}

/** Margin in segments: the windows of renditions do not end at the same time. */
const MARGIN_SEGMENTS = 5

/** Removes decisions about breaks that have left the window from memory, and keeps their shift of the playlist's numbers. */
function leaveOut(session: LiveSession, reference: readonly WindowSegment[]): void {
  const [first] = reference
  if (first === undefined) return
  const isOver = ({ splice, atS, availableS, cueId }: Decision) =>
    splice === null
      ? cueId !== null && (atS + availableS) * 1000 < first.programDateMs
      : splice.returnMsn !== null && splice.returnMsn + MARGIN_SEGMENTS <= first.msn
  const over = session.decisions.filter(isOver)
  if (over.length === 0) return
  const video = { type: 'video', width: 0, height: 0 } as const
  for (const insertion of insertionsOf({ decisions: over }, video, 'server'))
    session.past = shiftAfter(session.past, insertion)
  for (const { position } of over) session.over.add(position)
  session.decisions = session.decisions.filter(({ position }) => !session.over.has(position))
}

function timesOf({ atS, availableS, splice, cueId }: Decision, cue: CueRow | undefined) {
  // A pre-roll has no end time: it is shown completely.
  if (cueId === null) return { atMs: splice?.startMs ?? 0, endMs: Number.POSITIVE_INFINITY }
  const atMs = atS * 1000
  return { atMs, endMs: cue ? endOf(cue).getTime() : atMs + availableS * 1000 }
}

/** Lengths of all ad segments of a decision, in seconds. */
function itemsOf(decision: Decision): number[] {
  return insertedAds(decision).flatMap(
    ({ ad }) => ad.outputs.find(({ type }) => type === 'video')?.segments ?? [],
  )
}

/** Insertions of all breaks that have begun, in order. @param tracking `player` if delivery does not count */
export function insertionsOf(
  { decisions }: Pick<LiveSession, 'decisions'>,
  role: OutputRole,
  tracking: ChannelRow['tracking'],
): LiveInsertion[] {
  return decisions
    .flatMap((decision) =>
      decision.splice === null
        ? []
        : [{ splice: decision.splice, ads: adSegments(decision, role, tracking, liveAudioLengths) }],
    )
    .sort((a, b) => a.splice.startMsn - b.splice.startMsn)
}
