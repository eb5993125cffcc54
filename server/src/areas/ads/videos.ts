import type { Caller } from '../../platform/auth.ts'
import { problem } from '../../platform/problem.ts'
import { getVideoFacts, type VideoFacts } from '../library/index.ts'
import type { Ads } from './ads.ts'

/** @throws problem not-found, also if the caller's role hides the video or it is in the trash */
export async function getVideo(
  ads: Pick<Ads, 'db' | 'playbackKey'>,
  scope: Caller['scope'],
  id: string,
): Promise<VideoFacts> {
  const video = (await getVideoFacts(ads, scope, [id], '')).get(id)
  if (video === undefined) throw problem('not-found')
  return video
}
