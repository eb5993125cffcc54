import type { Scope } from '../../../platform/auth.ts'
import type { Platform } from '../../../platform/platform.ts'
import { problem } from '../../../platform/problem.ts'
import { shownAdChannels } from '../../ads/index.ts'
import { getVideoFacts } from '../../library/index.ts'
import { getStreamFacts } from '../../live/index.ts'

interface Targets {
  readonly streamIds?: readonly string[] | undefined
  readonly channelIds?: readonly string[] | undefined
}

/** Checks that the caller may see the videos, live streams and ad channels of a campaign. @throws problem not-found */
export async function assertTargets(
  context: Pick<Platform, 'db' | 'playbackKey'>,
  scope: Scope,
  { streamIds = [], channelIds = [] }: Targets,
): Promise<void> {
  const [videos, streams, channels] = await Promise.all([
    getVideoFacts(context, scope, streamIds, ''),
    getStreamFacts(context, scope.environmentId, streamIds, ''),
    shownAdChannels(context.db, scope, channelIds),
  ])
  const known = new Set([...videos.keys(), ...streams.keys(), ...channels])
  const isKnown = (id: string) => known.has(id.toLowerCase())
  if (![...streamIds, ...channelIds].every(isKnown)) throw problem('not-found')
}
