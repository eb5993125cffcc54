// Written by `npm run generate`.
import { feature as accounts } from './accounts/feature.ts'
import { feature as posting } from './posting/feature.ts'
import { feature as posts } from './posts/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [accounts, posting, posts] as const
