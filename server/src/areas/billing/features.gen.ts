// Written by `npm run generate`.
import { feature as accounts } from './accounts/feature.ts'
import { feature as charging } from './charging/feature.ts'
import { feature as payments } from './payments/feature.ts'
import { feature as plans } from './plans/feature.ts'
import { feature as proof } from './proof/feature.ts'
import { feature as usage } from './usage/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [accounts, charging, payments, plans, proof, usage] as const
