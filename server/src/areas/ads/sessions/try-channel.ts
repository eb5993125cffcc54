import type { AdDecision } from '@kinora/contract'
import type { Caller } from '../../../platform/auth.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import type { Viewer } from '../../delivery/index.ts'
import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { getChannel } from '../channels/channels.ts'
import { findTarget } from '../channels/stream-facts.ts'
import { planChannel } from '../playback/ad-playback.ts'
import { planLive } from '../playback/live-ad-playback.ts'
import { decisionView } from './session-log.ts'
import { decideAll, type SessionPlan } from './sessions.ts'

/** Decides as for a new viewer, without a session. @throws problem not-found */
export async function tryChannel(
  ads: Ads,
  { scope }: Caller,
  id: string,
  viewer: Viewer,
): Promise<{ decisions: AdDecision[] }> {
  const channel = await getChannel(ads.db, scope, id)
  const plan = await planOf(ads, channel)
  if (plan === null) return { decisions: [] }
  const sessionId = uuidv7(ads.clock.now().getTime())
  const decided = await decideAll(ads, channel, plan, { sessionId, viewer, isTrial: true })
  return { decisions: decided.map(({ decision }) => decisionView(decision)) }
}

/** Null if there is nothing to play now. */
async function planOf(ads: Ads, channel: ChannelRow): Promise<SessionPlan | null> {
  const target = await findTarget(ads, channel)
  if (target === null) return null
  if (target.kind === 'live') {
    const stream = await ads.live.resolveStream(target.playbackId)
    return stream?.window ? planLive(ads, channel, stream, stream.window) : null
  }
  const video = await ads.library.resolveVideo(target.playbackId)
  return video && planChannel(ads, { channel, video, loudness: target.loudness })
}
