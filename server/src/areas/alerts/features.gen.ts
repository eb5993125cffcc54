// Written by `npm run generate`.
import { feature as channels } from './channels/feature.ts'
import { feature as incidents } from './incidents/feature.ts'
import { feature as rules } from './rules/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [channels, incidents, rules] as const
