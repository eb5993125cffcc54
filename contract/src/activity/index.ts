// Written by `npm run generate`.
import { auditFeature } from './audit.ts'
import { deadLetterFeature } from './dead-letters.ts'
import { eventFeature } from './events.ts'
import { logFeature } from './logs.ts'
import { webhookFeature } from './webhooks.ts'

export * from './audit.ts'
export * from './dead-letters.ts'
export * from './events.ts'
export * from './logs.ts'
export * from './values.ts'
export * from './volume.ts'
export * from './webhooks.ts'

export const activityCalls = {
  ...auditFeature.calls,
  ...deadLetterFeature.calls,
  ...eventFeature.calls,
  ...logFeature.calls,
  ...webhookFeature.calls,
}
