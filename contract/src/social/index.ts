// Written by `npm run generate`.
import { socialAccountFeature } from './accounts.ts'
import { socialAppFeature } from './apps.ts'
import { socialPostFeature } from './posts.ts'

export * from './accounts.ts'
export * from './apps.ts'
export * from './networks.ts'
export * from './posts.ts'
export * from './values.ts'

export const socialCalls = {
  ...socialAccountFeature.calls,
  ...socialAppFeature.calls,
  ...socialPostFeature.calls,
}
