import type { AdDecision } from '@kinora/contract'
import type { Caller } from '../../../platform/auth.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import type { Viewer } from '../../delivery/index.ts'
import { getOwnPlayback } from '../../library/index.ts'
import type { Ads } from '../ads.ts'
import { getChannel } from '../channels/channels.ts'
import { planChannel } from '../playback/ad-playback.ts'
import { decisionView } from './session-log.ts'
import { decideAll } from './sessions.ts'

/** Decides as for a new viewer, without a session. @throws problem not-found */
export async function tryChannel(
  ads: Ads,
  { scope }: Caller,
  id: string,
  viewer: Viewer,
): Promise<{ decisions: AdDecision[] }> {
  const channel = await getChannel(ads.db, scope, id)
  const own = await getOwnPlayback(ads.db, channel.environmentId, channel.contentId)
  const video = own && (await ads.library.resolveVideo(own.playbackId))
  if (own === null || video === null) return { decisions: [] }
  const plan = await planChannel(ads, { channel, video, loudness: own.loudness })
  const sessionId = uuidv7(ads.clock.now().getTime())
  const decided = await decideAll(ads, channel, plan, { sessionId, viewer, isTrial: true })
  return { decisions: decided.map(({ decision }) => decisionView(decision)) }
}
