// Written by `npm run generate`.
import { feature as advertisers } from './advertisers/feature.ts'
import { feature as campaigns } from './campaigns/feature.ts'
import { feature as creatives } from './creatives/feature.ts'
import { feature as reports } from './reports/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [advertisers, campaigns, creatives, reports] as const
