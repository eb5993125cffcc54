import { defineVocabulary } from '../vocabulary.ts'

export const analyticsVocabulary = defineVocabulary({
  objects: { view_export: ['Analytics', 'Views', 'read'] },
  events: {},
  eventGroups: {},
  auditActions: ['view_export.created', 'view_export.downloaded', 'view_export.deleted'],
})
