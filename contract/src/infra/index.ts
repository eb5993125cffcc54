// Written by `npm run generate`.
import { infraFeature } from './monitoring.ts'

export * from './monitoring.ts'
export * from './values.ts'

export const infraCalls = {
  ...infraFeature.calls,
}
