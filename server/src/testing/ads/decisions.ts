import type { Decision, InsertedAd } from '../../areas/ads/decisions/decision.ts'

/** A decision about a mid-roll with these ads. */
export function midroll(position: number, atS: number, inserted: readonly InsertedAd[]): Decision {
  const unknown = { adId: null, title: null, adSystem: null, mediaUrl: null, durationS: null, skipped: null }
  return {
    position,
    kind: 'midroll',
    atS,
    availableS: 60,
    returnS: null,
    filledS: 0,
    reason: null,
    tookMs: 0,
    offered: inserted.map((ad) => ({ ...unknown, inserted: ad })),
    exchanges: [],
    cueId: null,
    splice: null,
    retriesLeft: 0,
  }
}
