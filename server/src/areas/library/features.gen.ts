// Written by `npm run generate`.
import { feature as audio } from './audio/feature.ts'
import { feature as clips } from './clips/feature.ts'
import { feature as contents } from './contents/feature.ts'
import { feature as downloads } from './downloads/feature.ts'
import { feature as encodingProfiles } from './encoding-profiles/feature.ts'
import { feature as files } from './files/feature.ts'
import { feature as folders } from './folders/feature.ts'
import { feature as frames } from './frames/feature.ts'
import { feature as imports } from './imports/feature.ts'
import { feature as ingest } from './ingest/feature.ts'
import { feature as playback } from './playback/feature.ts'
import { feature as queue } from './queue/feature.ts'
import { feature as reencode } from './reencode/feature.ts'
import { feature as replace } from './replace/feature.ts'
import { feature as savedViews } from './saved-views/feature.ts'
import { feature as search } from './search/feature.ts'
import { feature as socialClips } from './social-clips/feature.ts'
import { feature as subtitles } from './subtitles/feature.ts'
import { feature as trash } from './trash/feature.ts'
import { feature as uploads } from './uploads/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [audio, clips, contents, downloads, encodingProfiles, files, folders, frames, imports, ingest, playback, queue, reencode, replace, savedViews, search, socialClips, subtitles, trash, uploads] as const
