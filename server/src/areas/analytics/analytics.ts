import type { Authenticator } from '../../platform/auth.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Warehouse } from './warehouse/warehouse.ts'

/** What the parts of this area stand on. */
export interface Analytics extends Platform {
  readonly warehouse: Warehouse
  readonly authenticator: Authenticator
}
