import { liveCueCalls } from './cues.ts'
import { customPlaybackCalls } from './custom-playbacks.ts'
import { liveClipCalls } from './live-clips.ts'
import { liveThumbnailCalls } from './live-thumbnails.ts'
import { livestreamCalls } from './livestream-calls.ts'
import { monitorCalls } from './monitors.ts'
import { recordingCalls } from './recordings.ts'
import { slateImageCalls } from './slate-images.ts'

export * from './cues.ts'
export * from './custom-playbacks.ts'
export * from './limits.ts'
export * from './live-clips.ts'
export * from './live-thumbnails.ts'
export * from './livestreams.ts'
export * from './monitors.ts'
export * from './recording-times.ts'
export * from './recordings.ts'
export * from './values.ts'

export const liveCalls = {
  ...livestreamCalls,
  ...customPlaybackCalls,
  ...monitorCalls,
  ...liveClipCalls,
  ...liveThumbnailCalls,
  ...slateImageCalls,
  ...recordingCalls,
  ...liveCueCalls,
}
