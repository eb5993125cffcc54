// Written by `npm run generate`.
import { feature as processes } from './processes/feature.ts'
import { feature as samples } from './samples/feature.ts'
import { feature as state } from './state/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [processes, samples, state] as const
