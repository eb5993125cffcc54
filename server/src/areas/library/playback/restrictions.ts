import { canonicalReferrer, type PlaybackRestrictions } from '@kinora/contract'

/** Everywhere and always. */
export const unrestricted: PlaybackRestrictions = {
  allowedReferrers: [],
  allowNoReferrer: true,
  playableFrom: null,
  playableUntil: null,
}

/** In one form, whoever gave them: hosts as browsers name them, each once. */
export function normalizeRestrictions(given: PlaybackRestrictions): PlaybackRestrictions {
  const hosts = given.allowedReferrers.map((text) => canonicalReferrer(text) ?? text)
  return {
    allowedReferrers: [...new Set(hosts)],
    allowNoReferrer: given.allowNoReferrer,
    playableFrom: given.playableFrom,
    playableUntil: given.playableUntil,
  }
}
