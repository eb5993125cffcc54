// Written by `npm run generate`.
import { vconnectConnectFeature } from './connects.ts'
import { vconnectDestinationFeature } from './destinations.ts'
import { vconnectInputFeature } from './inputs.ts'

export * from './connects.ts'
export * from './destinations.ts'
export * from './inputs.ts'
export * from './values.ts'

export const vconnectCalls = {
  ...vconnectConnectFeature.calls,
  ...vconnectDestinationFeature.calls,
  ...vconnectInputFeature.calls,
}
