import type { Offers } from '../../platform/area.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentDriver } from './processors/payment-driver.ts'

/** Context of all functions of this area. */
export interface Billing extends Platform, Pick<Offers, 'authenticator'> {
  /** Takes money. */
  readonly driver: PaymentDriver
}
