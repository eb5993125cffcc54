// Written by `npm run generate`.
import { feature as connects } from './connects/feature.ts'
import { feature as destinations } from './destinations/feature.ts'
import { feature as inputs } from './inputs/feature.ts'
import { feature as relay } from './relay/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [connects, destinations, inputs, relay] as const
