// Written by `npm run generate`.
import { liveCueFeature } from './cues.ts'
import { customPlaybackFeature } from './custom-playbacks.ts'
import { liveClipFeature } from './live-clips.ts'
import { liveThumbnailFeature } from './live-thumbnails.ts'
import { livestreamFeature } from './livestream-calls.ts'
import { monitorFeature } from './monitors.ts'
import { recordingFeature } from './recordings.ts'
import { slateImageFeature } from './slate-images.ts'

export * from './cues.ts'
export * from './custom-playbacks.ts'
export * from './limits.ts'
export * from './live-clips.ts'
export * from './live-thumbnails.ts'
export * from './livestream-calls.ts'
export * from './livestreams.ts'
export * from './monitors.ts'
export * from './recording-times.ts'
export * from './recordings.ts'
export * from './slate-images.ts'
export * from './values.ts'

export const liveCalls = {
  ...liveCueFeature.calls,
  ...customPlaybackFeature.calls,
  ...liveClipFeature.calls,
  ...liveThumbnailFeature.calls,
  ...livestreamFeature.calls,
  ...monitorFeature.calls,
  ...recordingFeature.calls,
  ...slateImageFeature.calls,
}
