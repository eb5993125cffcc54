import type { Offers } from '../../platform/area.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Viewers } from './facts/viewers.ts'
import type { AdOffers } from './offers/offers.ts'
import type { Breaker } from './vast/breaker.ts'

/** What the area of ads works with. */
export interface Ads extends Platform {
  readonly library: Offers['library']
  readonly live: Offers['live']
  readonly breaker: Breaker
  /** Of hosts that are sent reports. */
  readonly reportBreaker: Breaker
  readonly viewers: Viewers
  /** Ads of areas above. */
  readonly offers: AdOffers
}
