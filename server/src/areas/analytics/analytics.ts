import type { Authenticator } from '../../platform/auth.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FreshTime } from './deltas/fresh-time.ts'
import type { CountViews } from './warehouse/view-counts.ts'
import type { Warehouse } from './warehouse/warehouse.ts'

/** The platform, the warehouse and the authenticator, for all features of this area. */
export interface Analytics extends Platform {
  readonly warehouse: Warehouse
  readonly countViews: CountViews
  readonly freshTime: FreshTime
  readonly authenticator: Authenticator
}
