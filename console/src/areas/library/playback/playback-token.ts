import type { Content } from '@kinora/contract'

/** The address as the signed-in person may open it: with their token, where playback is signed. */
export function opened(address: string, { playbackToken }: Pick<Content, 'playbackToken'>): string {
  return playbackToken === null ? address : `${address}?token=${playbackToken.value}`
}

/** Asked anew well before the token ends, so that nothing that plays stalls. */
const EARLY_MS = 10 * 60_000
const LEAST_MS = 30_000

/** Milliseconds until a fresh token is due; false where there is none to renew. */
export function renewalDelay(content: Content | undefined, now = Date.now()): number | false {
  if (!content?.playbackToken) return false
  return Math.max(LEAST_MS, new Date(content.playbackToken.expiresAt).getTime() - now - EARLY_MS)
}
