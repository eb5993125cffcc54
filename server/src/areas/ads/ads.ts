import type { Offers } from '../../platform/area.ts'
import type { Connections } from '../../platform/net/guarded-request.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AdOffers } from './offers/offers.ts'
import type { Viewers } from './offers/viewers.ts'
import type { Breaker } from './vast/breaker.ts'

/** Services that the functions of this area need. */
export interface Ads extends Platform {
  readonly delivery: Pick<Offers['delivery'], 'authorize' | 'sessions'>
  readonly library: Offers['library']
  readonly live: Offers['live']
  /** State of each host and ad tag of a channel. */
  readonly breaker: Breaker
  /** Connections to ad servers. */
  readonly connections: Connections
  /** State of each host that gets tracking requests. */
  readonly trackingBreaker: Breaker
  /** Hosts that this process is sending tracking requests to, by environment. */
  readonly trackingHosts: Map<string, Set<string>>
  /** Sessions whose breaks this process still decides about, by ID. The promises never fail. */
  readonly deciding: Map<string, Promise<void>>
  readonly viewers: Viewers
  /** Ads of campaigns, which a higher area offers. */
  readonly offers: AdOffers
}
