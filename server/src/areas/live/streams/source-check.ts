import type { LivestreamSource, PlaybackPolicy } from '@kinora/contract'
import type { Caller } from '../../../platform/auth.ts'
import { type AddressRules, assertListed } from '../../../platform/net/address-guard.ts'
import { assertReachable } from '../../../platform/net/fetchable.ts'
import { problem } from '../../../platform/problem.ts'
import { getLoopVideo } from '../../library/index.ts'
import type { Live } from '../live.ts'

/** Checks that a source can be used, and returns the playback policy of what it shows.
 * @throws problem url-not-allowed for a private address, host-not-allowed, not-found for a video that the caller may not see,
 * content-not-ready for a video without a file */
export async function assertSource(
  { db, config }: Pick<Live, 'db' | 'config'>,
  scope: Caller['scope'],
  source: LivestreamSource,
): Promise<PlaybackPolicy> {
  if (source.type === 'pull') await assertAddress(source.url, config)
  if (source.type !== 'file') return 'public'
  const video = await getLoopVideo(db, scope, source.contentId)
  if (video === null) throw problem('content-not-ready')
  return video.playbackPolicy
}

async function assertAddress(address: string, config: AddressRules): Promise<void> {
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') throw problem('url-not-allowed')
  // UDP addresses belong to this machine or are multicast groups. `playUdp` checks them again.
  if (url.protocol === 'udp:') assertListed(url, config)
  else await assertReachable({ config }, url)
}

/** Whether the source is a video, and not that of before. */
export function showsOtherVideo(before: LivestreamSource, after: LivestreamSource): boolean {
  return after.type === 'file' && (before.type !== 'file' || before.contentId !== after.contentId)
}

/** Sorts the keys like the database does, because changes are compared as JSON text. */
export function orderedSource(source: LivestreamSource): LivestreamSource {
  if (source.type === 'pull') return { type: 'pull', url: source.url }
  return source.type === 'file' ? { type: 'file', contentId: source.contentId } : { type: 'push' }
}
