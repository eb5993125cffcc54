// Written by `npm run generate`.
import { feature as cues } from './cues/feature.ts'
import { feature as customPlaybacks } from './custom-playbacks/feature.ts'
import { feature as monitoring } from './monitoring/feature.ts'
import { feature as plannedRecordings } from './planned-recordings/feature.ts'
import { feature as recordings } from './recordings/feature.ts'
import { feature as relayKeys } from './relay-keys/feature.ts'
import { feature as sessions } from './sessions/feature.ts'
import { feature as streams } from './streams/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [cues, customPlaybacks, monitoring, plannedRecordings, recordings, relayKeys, sessions, streams] as const
