// Written by `npm run generate`.
import { feature as making } from './making/feature.ts'
import { feature as paths } from './paths/feature.ts'
import { feature as portraits } from './portraits/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [making, paths, portraits] as const
