import { adBreakCalls } from './breaks.ts'
import { adChannelCalls } from './channels.ts'
import { adSessionCalls } from './sessions.ts'

export * from './breaks.ts'
export * from './channels.ts'
export * from './limits.ts'
export * from './sessions.ts'
export * from './values.ts'

export const adCalls = { ...adChannelCalls, ...adBreakCalls, ...adSessionCalls }
