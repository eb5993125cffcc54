// Written by `npm run generate`.
import { billingAccountFeature } from './account.ts'
import { billingAdministrationFeature } from './administration.ts'
import { billingInvoiceFeature } from './invoices.ts'
import { billingPartyFeature } from './parties.ts'
import { billingDetailsFeature } from './payment-details.ts'
import { billingPaymentFeature } from './payments.ts'
import { billingPlanFeature } from './plans.ts'
import { billingProofFeature } from './proof.ts'
import { billingUsageFeature } from './usage.ts'

export * from './account.ts'
export * from './administration.ts'
export * from './invoices.ts'
export * from './parties.ts'
export * from './payment-details.ts'
export * from './payments.ts'
export * from './plans.ts'
export * from './proof.ts'
export * from './usage.ts'
export * from './values.ts'

export const billingCalls = {
  ...billingAccountFeature.calls,
  ...billingAdministrationFeature.calls,
  ...billingInvoiceFeature.calls,
  ...billingPartyFeature.calls,
  ...billingDetailsFeature.calls,
  ...billingPaymentFeature.calls,
  ...billingPlanFeature.calls,
  ...billingProofFeature.calls,
  ...billingUsageFeature.calls,
}
