import { billingCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { walletAlertSource } from './accounts/alert-source.ts'
import { openReserves } from './accounts/reserves.ts'
import type { Billing } from './billing.ts'
import { documentSource } from './documents/links.ts'
import { features } from './features.gen.ts'
import { openDriver } from './processors/open-driver.ts'

export const billing = defineArea({
  name: 'billing',
  contract: billingCalls,
  isOff: ({ BILLING }) => BILLING === 'off',
  open(platform, { authenticator, delivery }) {
    const area: Billing = { ...platform, authenticator, driver: openDriver(platform) }
    platform.usage.reserveWith(openReserves(area))
    platform.alertSources.add(walletAlertSource(area))
    delivery.registerDownloads(documentSource(area))
    return openFeatures(features, area)
  },
})
