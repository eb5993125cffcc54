import { defineVocabulary } from '../vocabulary.ts'

export const activityVocabulary = defineVocabulary({
  objects: {
    webhook: ['Settings', 'Webhook', 'read'],
    event: ['Events and Logs', 'Event', 'read'],
  },
  events: {
    'webhook.created': 'webhook',
    'webhook.updated': 'webhook',
    'webhook.disabled': 'webhook',
    'webhook.deleted': 'webhook',
  },
  eventGroups: { organization: ['webhook'] },
  auditActions: [
    'webhook.created',
    'webhook.updated',
    'webhook.secret.rotated',
    'webhook.disabled',
    'webhook.deleted',
    'event.retried',
    'event.discarded',
  ],
})
