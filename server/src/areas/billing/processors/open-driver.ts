import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Database } from '../../../platform/database/database.ts'
import { StartupFailure } from '../../../platform/startup-failure.ts'
import { offlineDriver } from './offline-driver.ts'
import type { PaymentDriver } from './payment-driver.ts'
import { stripeDriver } from './stripe-driver.ts'
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
      return openStripe(context)
  }
}

function openStripe({ config, clock }: DriverContext): PaymentDriver {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL } = config
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET)
    throw new StartupFailure(
      'PAYMENTS=stripe needs STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET',
    )
  return stripeDriver({
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: STRIPE_API_URL,
    clock,
  })
}
