// Written by `npm run generate`.
import { feature as accounts } from './accounts/feature.ts'
import { feature as exports } from './exports/feature.ts'
import { feature as folders } from './folders/feature.ts'
import { feature as imports } from './imports/feature.ts'
import { feature as taking } from './taking/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [accounts, exports, folders, imports, taking] as const
