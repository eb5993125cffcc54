import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Database } from '../../../platform/database/database.ts'
import { offlineDriver } from './offline-driver.ts'
import type { PaymentDriver } from './payment-driver.ts'
import { testDriver } from './test-driver.ts'

interface DriverContext {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
}

/** The processor that the settings choose. @throws StartupFailure if its keys are missing */
export function openDriver(context: DriverContext): PaymentDriver {
  switch (context.config.PAYMENTS) {
    case 'offline':
      return offlineDriver()
    case 'test':
      return testDriver(context)
    case 'stripe':
      throw new Error('not yet')
  }
}
