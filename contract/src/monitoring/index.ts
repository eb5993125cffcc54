// Written by `npm run generate`.
import { layoutFeature } from './layouts.ts'
import { viewingFeature } from './viewing.ts'

export * from './layouts.ts'
export * from './values.ts'
export * from './viewing.ts'

export const monitoringCalls = {
  ...layoutFeature.calls,
  ...viewingFeature.calls,
}
