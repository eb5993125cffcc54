import type { PlaybackPolicy, PlaybackRestrictions } from '@kinora/contract'
import type { PlaybackKey, PlaybackToken } from '../../../platform/playback-key.ts'
import { problem } from '../../../platform/problem.ts'
import { isReferrer, type Referrer, referrerOf } from './referrer.ts'

interface Access {
  readonly policy: PlaybackPolicy
  readonly restrictions: PlaybackRestrictions
}

/** Whether everybody can play it on all sites at any time. */
export function isOpen({ policy, restrictions }: Access): boolean {
  const { allowedReferrers, playableFrom, playableUntil } = restrictions
  const isRestricted = allowedReferrers.length > 0 || playableFrom !== null || playableUntil !== null
  return policy === 'public' && !isRestricted
}

interface Playable {
  readonly playbackId: string
  readonly playbackPolicy: PlaybackPolicy
  readonly playbackRestrictions: PlaybackRestrictions
}

/** The token that the caller plays the video with; null if playback is not restricted. */
export async function createPlaybackToken(
  { playbackKey }: { readonly playbackKey: PlaybackKey },
  { playbackPolicy, playbackId, playbackRestrictions }: Playable,
): Promise<PlaybackToken | null> {
  const isUnrestricted = isOpen({ policy: playbackPolicy, restrictions: playbackRestrictions })
  return isUnrestricted ? null : playbackKey.sign(playbackId)
}

/** @throws problem playback-not-begun, playback-over, referrer-not-allowed */
export function assertAllowed(restrictions: PlaybackRestrictions, referrer: Referrer, now: Date): void {
  const { playableFrom: from, playableUntil: until } = restrictions
  if (from !== null && now.getTime() < Date.parse(from))
    throw problem('playback-not-begun', { detail: `It is available from ${from}` })
  if (until !== null && now.getTime() >= Date.parse(until))
    throw problem('playback-over', { detail: `It was available until ${until}` })
  if (!isAllowedFrom(restrictions, referrer)) throw problem('referrer-not-allowed')
}

function isAllowedFrom(
  { allowedReferrers, allowNoReferrer }: PlaybackRestrictions,
  referrer: Referrer,
): boolean {
  if (allowedReferrers.length === 0) return true
  switch (referrer.kind) {
    // Our own pages check the site that frames them.
    case 'own':
      return true
    case 'none':
      return allowNoReferrer
    case 'hidden':
      return false
    case 'host':
      return allowedReferrers.some((pattern) => isReferrer(pattern, referrer.host))
  }
}

/** The origin whose pages can read what is sent: that of the request if the video plays on its site, or null. Undefined for
 * videos that play on every site. The console's token is not limited to sites: its preview has no origin. @param ownOrigins origins of this server */
export function readableBy(
  {
    restrictions: { allowedReferrers },
    isOwn,
  }: { readonly restrictions: PlaybackRestrictions; readonly isOwn: boolean },
  origin: string | undefined,
  ownOrigins: readonly string[],
): { readonly readableBy?: string | null } {
  if (allowedReferrers.length === 0 || isOwn) return {}
  const site = referrerOf({ origin }, ownOrigins)
  const isAllowed =
    site.kind === 'own' ||
    (site.kind === 'host' && allowedReferrers.some((pattern) => isReferrer(pattern, site.host)))
  return { readableBy: isAllowed && origin !== undefined ? origin : null }
}

/** Sources for `frame-ancestors`: allowed hosts with any scheme and port. */
export function frameAncestorsOf({ allowedReferrers }: PlaybackRestrictions): string {
  if (allowedReferrers.length === 0) return '*'
  // http: sources also match https: (CSP 3, 6.7.2.8).
  return ["'self'", ...allowedReferrers.map((host) => `http://${host}:*`)].join(' ')
}
