// Written by `npm run generate`.
import { feature as ads } from './ads/feature.ts'
import { feature as annotations } from './annotations/feature.ts'
import { feature as exports } from './exports/feature.ts'
import { feature as favourites } from './favourites/feature.ts'
import { feature as metrics } from './metrics/feature.ts'
import { feature as usage } from './usage/feature.ts'
import { feature as videos } from './videos/feature.ts'
import { feature as views } from './views/feature.ts'
import { feature as warehouse } from './warehouse/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [ads, annotations, exports, favourites, metrics, usage, videos, views, warehouse] as const
