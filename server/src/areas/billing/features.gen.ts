// Written by `npm run generate`.
import { feature as accounts } from './accounts/feature.ts'
import { feature as administration } from './administration/feature.ts'
import { feature as charging } from './charging/feature.ts'
import { feature as documents } from './documents/feature.ts'
import { feature as invoices } from './invoices/feature.ts'
import { feature as payments } from './payments/feature.ts'
import { feature as plans } from './plans/feature.ts'
import { feature as proof } from './proof/feature.ts'
import { feature as refunds } from './refunds/feature.ts'
import { feature as statements } from './statements/feature.ts'
import { feature as usage } from './usage/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [accounts, administration, charging, documents, invoices, payments, plans, proof, refunds, statements, usage] as const
