// Written by `npm run generate`.
import { feature as embeds } from './embeds/feature.ts'
import { feature as reports } from './reports/feature.ts'
import { feature as runs } from './runs/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [embeds, reports, runs] as const
