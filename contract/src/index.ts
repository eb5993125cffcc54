export * from './areas.gen.ts'
export * from './call.ts'
export * from './common.ts'
export * from './cut-text.ts'
export * from './messages.gen.ts'
export * from './permissions.ts'
export * from './problems.gen.ts'
export * from './problems.ts'
export * from './timecode.ts'
export * from './vocabularies.ts'

import type { allCalls } from './areas.gen.ts'

export type CallName = keyof typeof allCalls
export type CallOf<N extends CallName> = (typeof allCalls)[N]
