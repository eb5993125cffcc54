import { canonicalReferrer, type PlaybackRestrictions } from '@kinora/contract'

/** No restrictions. */
export const unrestricted: PlaybackRestrictions = {
  allowedReferrers: [],
  allowNoReferrer: true,
  playableFrom: null,
  playableUntil: null,
}

/** Normalizes hosts as browsers do and removes duplicates. */
export function normalizeRestrictions(given: PlaybackRestrictions): PlaybackRestrictions {
  const hosts = given.allowedReferrers.map((text) => canonicalReferrer(text) ?? text)
  return {
    allowedReferrers: [...new Set(hosts)],
    allowNoReferrer: given.allowNoReferrer,
    playableFrom: given.playableFrom,
    playableUntil: given.playableUntil,
  }
}
