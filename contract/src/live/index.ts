import { customPlaybackCalls } from './custom-playbacks.ts'
import { livestreamCalls } from './livestream-calls.ts'

export * from './choices.ts'
export * from './custom-playbacks.ts'
export * from './limits.ts'
export * from './livestreams.ts'

export const liveCalls = { ...livestreamCalls, ...customPlaybackCalls }
