// Written by `npm run generate`.
import { liveClipFeature } from './clips.ts'
import { liveCueFeature } from './cues.ts'
import { customPlaybackFeature } from './custom-playbacks.ts'
import { monitorFeature } from './monitoring.ts'
import { plannedRecordingFeature } from './planned-recordings.ts'
import { recordingFeature } from './recordings.ts'
import { slateImageFeature } from './slate-images.ts'
import { livestreamFeature } from './streams.ts'
import { liveThumbnailFeature } from './thumbnails.ts'

export * from './clips.ts'
export * from './cues.ts'
export * from './custom-playbacks.ts'
export * from './limits.ts'
export * from './monitoring.ts'
export * from './planned-recordings.ts'
export * from './preview-frames.ts'
export * from './recording-times.ts'
export * from './recordings.ts'
export * from './slate-images.ts'
export * from './stream-fields.ts'
export * from './streams.ts'
export * from './thumbnails.ts'
export * from './values.ts'

export const liveCalls = {
  ...liveClipFeature.calls,
  ...liveCueFeature.calls,
  ...customPlaybackFeature.calls,
  ...monitorFeature.calls,
  ...plannedRecordingFeature.calls,
  ...recordingFeature.calls,
  ...slateImageFeature.calls,
  ...livestreamFeature.calls,
  ...liveThumbnailFeature.calls,
}
