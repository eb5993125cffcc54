// Written by `npm run generate`.
import { feature as aiClips } from './ai-clips/feature.ts'
import { feature as analysis } from './analysis/feature.ts'
import { feature as audio } from './audio/feature.ts'
import { feature as automation } from './automation/feature.ts'
import { feature as engineTests } from './engine-tests/feature.ts'
import { feature as enrichment } from './enrichment/feature.ts'
import { feature as meaning } from './meaning/feature.ts'
import { feature as people } from './people/feature.ts'
import { feature as pictures } from './pictures/feature.ts'
import { feature as scenes } from './scenes/feature.ts'
import { feature as search } from './search/feature.ts'
import { feature as sketches } from './sketches/feature.ts'
import { feature as text } from './text/feature.ts'
import { feature as transcripts } from './transcripts/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [aiClips, analysis, audio, automation, engineTests, enrichment, meaning, people, pictures, scenes, search, sketches, text, transcripts] as const
