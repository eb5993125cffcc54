import { auditCalls } from './audit.ts'
import { deadLetterCalls } from './dead-letters.ts'
import { eventCalls } from './events.ts'
import { logCalls } from './logs.ts'
import { webhookCalls } from './webhooks.ts'

export * from './audit.ts'
export * from './dead-letters.ts'
export * from './events.ts'
export * from './logs.ts'
export * from './values.ts'
export * from './volume.ts'
export * from './webhooks.ts'

export const activityCalls = {
  ...eventCalls,
  ...logCalls,
  ...auditCalls,
  ...webhookCalls,
  ...deadLetterCalls,
}
