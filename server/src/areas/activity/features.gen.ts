// Written by `npm run generate`.
import { feature as audit } from './audit/feature.ts'
import { feature as deadLetters } from './dead-letters/feature.ts'
import { feature as events } from './events/feature.ts'
import { feature as exports } from './exports/feature.ts'
import { feature as logs } from './logs/feature.ts'
import { feature as webhooks } from './webhooks/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [audit, deadLetters, events, exports, logs, webhooks] as const
