import { type LiveInsertion, type LiveWindow, placeBreak, type WindowSegment } from '@kinora/media'
import { type CueRow, endOf } from '../../live/index.ts'
import type { Ads } from '../ads.ts'
import { type LiveBreaks, RECENT_SECONDS } from '../breaks/live-breaks.ts'
import { type ChannelRow, streamIdOf } from '../channels/channel-row.ts'
import { type AdShape, liveShapeOf } from '../creatives/shape.ts'
import type { PlannedBreak } from '../sessions/decide.ts'
import { type Decision, insertedAds } from '../sessions/decision.ts'
import type { LiveSession } from '../sessions/live-sessions.ts'
import { addDecision, decideAll, storePlaced } from '../sessions/sessions.ts'
import { adSegments, type OutputRole } from './session-playlist.ts'

/** A live stream that a channel plays. */
export interface LiveVideo {
  readonly channel: ChannelRow
  readonly window: LiveWindow
  readonly shape: AdShape | null
}

/** Ad servers are asked so long before a break, if it is known. */
const LEAD_MS = 30_000
/** Of a break without an end, in seconds. */
const OPEN_BREAK_S = 120
/** Players start so many segments behind the live edge. */
const HOLD_BACK = 3
const LOW_LATENCY_HOLD_BACK = 2

/** The segments that all renditions agree with. */
export function referenceOf(window: LiveWindow): readonly WindowSegment[] {
  const video = window.renditions().find(({ facts }) => facts.kind === 'video')
  return video === undefined ? [] : window.segments(video.id)
}

export function liveVideo(
  channel: ChannelRow,
  window: LiveWindow,
  streams: Parameters<typeof liveShapeOf>[0],
) {
  return { channel, window, shape: liveShapeOf(streams, window.options.targetS) } satisfies LiveVideo
}

/** Where a pre-roll begins: so that its first segments can be watched at once, and the viewer returns to the live edge. */
export function placePreroll(window: LiveWindow, isLowLatency: boolean, decision: Decision) {
  const reference = referenceOf(window)
  const behind = isLowLatency ? LOW_LATENCY_HOLD_BACK : HOLD_BACK
  const start = reference.filter(({ durationS }) => durationS !== null).at(-behind) ?? reference[0]
  if (start === undefined) return null
  const { targetS } = window.options
  const times = { atMs: start.programDateMs, endMs: Number.POSITIVE_INFINITY }
  return placeBreak(reference, times, itemsOf(decision), targetS, null)
}

/** Decides about breaks of the stream that come soon. Waits for those that the stream has reached. */
export async function decideBreaks(
  ads: Ads,
  breaks: LiveBreaks,
  video: LiveVideo,
  session: LiveSession,
): Promise<void> {
  const { channel, window } = video
  const tagUrl = channel.midrollAdTagUrl
  const reference = referenceOf(window)
  const [first, last] = [reference[0], reference.at(-1)]
  if (tagUrl === null || first === undefined || last === undefined) return
  const targetMs = window.options.targetS * 1000
  const edgeMs = last.programDateMs + targetMs
  const fromMs = Math.max(session.startedMs - HOLD_BACK * targetMs, first.programDateMs)
  const cues = await breaks.of({ id: streamIdOf(channel), environmentId: channel.environmentId })
  const reached = cues.map((cue) => {
    const atMs = cue.at.getTime()
    const isKnown = session.decisions.some(({ cueId }) => cueId === cue.id)
    if (isKnown || atMs < fromMs || atMs > edgeMs + LEAD_MS || endOf(cue) <= cue.at) return null
    const pending = session.pending.get(cue.id) ?? startDeciding(ads, video, session, cue, tagUrl)
    return atMs <= edgeMs ? pending : null
  })
  await Promise.all(reached)
}

function startDeciding(
  ads: Ads,
  { channel, shape }: LiveVideo,
  session: LiveSession,
  cue: CueRow,
  tagUrl: string,
): Promise<void> {
  const availableS = cue.endedAt
    ? (cue.endedAt.getTime() - cue.at.getTime()) / 1000
    : (cue.durationS ?? OPEN_BREAK_S)
  const planned: PlannedBreak = {
    ...{ position: session.decisions.length, kind: 'midroll', atS: cue.at.getTime() / 1000 },
    ...{ availableS, tagUrl, cueId: cue.id },
  }
  const viewing = { sessionId: session.id, viewer: session.viewer, isTrial: false }
  const work = async () => {
    const [decided] = await decideAll(ads, channel, { shape, breaks: [planned] }, viewing)
    const stored = decided && (await addDecision(ads, session, decided))
    if (stored) session.decisions = [...session.decisions, { ...stored, exchanges: [] }]
  }
  const pending = work().finally(() => session.pending.delete(cue.id))
  session.pending.set(cue.id, pending)
  // Who waits for it reports it; a break that nobody has reached yet is decided again.
  pending.catch(() => undefined)
  return pending
}

/** Where the breaks of a session are now. They never overlap: a break that begins in another one is left out. */
export async function placeBreaks(
  ads: Ads,
  breaks: LiveBreaks,
  { channel, window }: LiveVideo,
  session: LiveSession,
): Promise<void> {
  const reference = referenceOf(window)
  const cues = await breaks.of({ id: streamIdOf(channel), environmentId: channel.environmentId })
  // A break that began after this and is not known any more was canceled.
  const recentS = ads.clock.now().getTime() / 1000 - RECENT_SECONDS
  let freeMsn = 0
  for (const decision of session.decisions.toSorted((a, b) => a.atS - b.atS)) {
    const { cueId, placed: known } = decision
    if (known?.returnMsn) freeMsn = known.returnMsn
    if (known?.returnMsn || insertedAds(decision).length === 0) continue
    const cue = cues.find(({ id }) => id === cueId)
    if (cue === undefined && cueId !== null && known === null && decision.atS > recentS) continue
    const times = timesOf(decision, cue)
    const { targetS } = window.options
    const backS = session.isLowLatency ? targetS : 0
    const placed = placeBreak(reference, times, itemsOf(decision), targetS, known, backS)
    if (placed === null || placed.startMsn < freeMsn) continue
    const changed = { ...decision, placed }
    session.decisions = session.decisions.map((each) =>
      each.position === decision.position ? changed : each,
    )
    if (placed.returnMsn === null) return
    freeMsn = placed.returnMsn
    await storePlaced(ads, session.id, changed)
  }
}

function timesOf({ atS, availableS, placed, cueId }: Decision, cue: CueRow | undefined) {
  // A pre-roll is shown to its end.
  if (cueId === null) return { atMs: placed?.startMs ?? 0, endMs: Number.POSITIVE_INFINITY }
  const atMs = atS * 1000
  return { atMs, endMs: cue ? endOf(cue).getTime() : atMs + availableS * 1000 }
}

/** Lengths of the segments of all ads of a decision. */
function itemsOf(decision: Decision): number[] {
  return insertedAds(decision).flatMap(
    ({ ad }) => ad.outputs.find(({ type }) => type === 'video')?.segments ?? [],
  )
}

/** The ads that are placed now, in order. Their delivery counts: players do not know where they are. */
export function insertionsOf({ decisions }: LiveSession, role: OutputRole): LiveInsertion[] {
  return decisions
    .flatMap((decision) =>
      decision.placed === null
        ? []
        : [{ placed: decision.placed, ads: adSegments(decision, role, 'server') }],
    )
    .sort((a, b) => a.placed.startMsn - b.placed.startMsn)
}
