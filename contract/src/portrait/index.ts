// Written by `npm run generate`.
import { portraitPathFeature } from './paths.ts'
import { portraitManagementFeature } from './portraits.ts'

export * from './paths.ts'
export * from './portraits.ts'
export * from './values.ts'

export const portraitCalls = {
  ...portraitPathFeature.calls,
  ...portraitManagementFeature.calls,
}
