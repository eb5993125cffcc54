import type { AdDecision, tryAdChannelBody } from '@kinora/contract'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import type { Viewer } from '../../delivery/index.ts'
import type { Ads } from '../ads.ts'
import { openChannel } from '../channels/channel-addresses.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { getChannel } from '../channels/channels.ts'
import { findTarget } from '../channels/stream-facts.ts'
import { readParams } from '../rules/session-params.ts'
import { decisionView } from '../sessions/session-log.ts'
import { decideSession, type SessionPlan } from '../sessions/sessions.ts'
import { planChannel } from './ad-playback.ts'
import { planLive } from './live-ad-playback.ts'

/** Typical user agent of each device type, by which ad servers recognize devices. */
const usualAgents: ReadonlyMap<string, string> = new Map([
  [
    'phone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  ],
  [
    'tablet',
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  ],
  [
    'computer',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  ],
  [
    'tv',
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/8.0 TV Safari/537.36',
  ],
])

type Given = z.output<typeof tryAdChannelBody>

/** Decides about the breaks of a simulated new viewer, without storing a session. @throws problem not-found */
export async function tryChannel(
  ads: Ads,
  { scope }: Caller,
  id: string,
  caller: Viewer,
  { country, deviceType, params }: Given,
): Promise<{ decisions: AdDecision[]; isOffAir: boolean }> {
  const channel = openChannel(ads.secrets, await getChannel(ads.db, scope, id))
  const plan = await planOf(ads, channel)
  if (plan === null) return { decisions: [], isOffAir: channel.livestreamId !== null }
  const sessionId = uuidv7(ads.clock.now().getTime())
  const userAgent = (deviceType && usualAgents.get(deviceType)) ?? caller.userAgent
  const viewer = { ...caller, userAgent }
  const own = await ads.viewers.factsOf(channel, sessionId, viewer)
  const facts = {
    ...own,
    ...(country !== undefined && { country, region: '', city: '' }),
    ...(deviceType !== undefined && { deviceType }),
  }
  const given = readParams(new URLSearchParams(params))
  const viewing = { sessionId, viewer, facts, params: given, isTrial: true }
  const decided = await decideSession(ads, channel, plan, viewing)
  return { decisions: decided.map(({ decision }) => decisionView(decision)), isOffAir: false }
}

/** Null if the live stream is off air or the video is not playable. */
async function planOf(ads: Ads, channel: ChannelRow): Promise<SessionPlan | null> {
  const target = await findTarget(ads, channel)
  if (target === null) return null
  const { content, loudness, playbackId } = target
  if (target.kind === 'live') {
    const stream = await ads.live.resolveStream(playbackId)
    return stream?.window ? planLive(ads, { channel, content, stream, window: stream.window }) : null
  }
  const video = await ads.library.resolveVideo(playbackId)
  return video && planChannel(ads, { content, video, loudness })
}
