// Written by `npm run generate`.
import { alertChannelFeature } from './channels.ts'
import { alertIncidentFeature } from './incidents.ts'
import { alertRuleFeature } from './rules.ts'

export * from './channels.ts'
export * from './incidents.ts'
export * from './rules.ts'
export * from './values.ts'

export const alertsCalls = {
  ...alertChannelFeature.calls,
  ...alertIncidentFeature.calls,
  ...alertRuleFeature.calls,
}
