import type { Content } from '@kinora/contract'

/** The address with the user's own token, if playback is signed. */
export function opened(address: string, { playbackToken }: Pick<Content, 'playbackToken'>): string {
  return playbackToken === null ? address : `${address}?token=${playbackToken.value}`
}

/** Refetch well before the token expires, so that playback does not stall. */
const EARLY_MS = 10 * 60_000
const LEAST_MS = 10_000

/** Milliseconds until the token has to be renewed; false if there is none. */
export function renewalDelay(
  content: Pick<Content, 'playbackToken'> | undefined,
  now = Date.now(),
): number | false {
  if (!content?.playbackToken) return false
  return Math.max(LEAST_MS, new Date(content.playbackToken.expiresAt).getTime() - now - EARLY_MS)
}
