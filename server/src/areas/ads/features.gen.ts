// Written by `npm run generate`.
import { feature as breaks } from './breaks/feature.ts'
import { feature as channels } from './channels/feature.ts'
import { feature as creatives } from './creatives/feature.ts'
import { feature as facts } from './facts/feature.ts'
import { feature as places } from './places/feature.ts'
import { feature as playback } from './playback/feature.ts'
import { feature as reconciliation } from './reconciliation/feature.ts'
import { feature as rules } from './rules/feature.ts'
import { feature as scte35 } from './scte35/feature.ts'
import { feature as sessions } from './sessions/feature.ts'
import { feature as tracking } from './tracking/feature.ts'
import { feature as viewing } from './viewing/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [breaks, channels, creatives, facts, places, playback, reconciliation, rules, scte35, sessions, tracking, viewing] as const
