import { customPlaybackCalls } from './custom-playbacks.ts'
import { liveClipCalls } from './live-clips.ts'
import { livestreamCalls } from './livestream-calls.ts'
import { monitorCalls } from './monitors.ts'
import { recordingCalls } from './recordings.ts'

export * from './custom-playbacks.ts'
export * from './limits.ts'
export * from './live-clips.ts'
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
  ...recordingCalls,
}
