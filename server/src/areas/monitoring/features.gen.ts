// Written by `npm run generate`.
import { feature as layouts } from './layouts/feature.ts'
import { feature as viewing } from './viewing/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [layouts, viewing] as const
