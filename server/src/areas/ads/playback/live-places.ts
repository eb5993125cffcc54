import type { LiveWindow } from '@kinora/media'
import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { insertedAds } from '../decisions/decision.ts'
import { adsInBreak } from '../playlists/ad-places.ts'
import { HELD_MS, type LiveSession } from '../sessions/live-sessions.ts'
import { releaseEvents } from '../tracking/held-events.ts'
import { HOLD_BACK } from './live-stitching.ts'

/** Start of an ad in seconds from the start of playback. Null if the break has not begun. */
export function livePlace(
  { options }: Pick<LiveWindow, 'options'>,
  { decisions, startedMs }: Pick<LiveSession, 'decisions' | 'startedMs'>,
  { position, index }: { readonly position: number; readonly index: number },
): number | null {
  const decision = decisions.find((each) => each.position === position)
  const placed = decision && adsInBreak(decision).ads.find((each) => each.index === index)
  if (placed === undefined || !decision?.splice) return null
  // A session begins with its pre-roll, or else behind the live edge.
  const prerollMs = decisions.find(({ cueId }) => cueId === null)?.splice?.startMs
  const firstMs = prerollMs ?? startedMs - HOLD_BACK * options.targetS * 1000
  return (decision.splice.startMs - firstMs) / 1000 + placed.offsetS
}

/** Time between two looks for held events of a session, because players of live streams request playlists all the time. */
const LOOK_EVERY_MS = 3000
/** Counts what the viewer of a live session can have reached. A failure is only logged, because the events stay held. */
export async function liveSignOfLife(
  ads: Ads,
  { environmentId }: Pick<ChannelRow, 'environmentId'>,
  session: LiveSession,
): Promise<void> {
  const nowMs = ads.clock.now().getTime()
  const hasAds = session.decisions.some((each) => each.splice !== null && insertedAds(each).length > 0)
  if (hasAds) session.heldUntilMs = nowMs + HELD_MS
  if (nowMs > session.heldUntilMs || nowMs < session.lookedMs + LOOK_EVERY_MS) return
  session.lookedMs = nowMs
  const { sessionId: id } = session.viewing
  await releaseEvents(ads, { id, environmentId }).catch((err: unknown) =>
    ads.log.warn({ err, sessionId: id }, 'held events of ads cannot be counted'),
  )
}
