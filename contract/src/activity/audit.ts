import * as z from 'zod/mini'
import { call } from '../call.ts'
import { cursorPage, cursorQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { auditActions } from '../vocabularies.ts'
import { dataBase, recordFilters } from './events.ts'

const values = z.nullable(z.record(z.string(), z.unknown()))

export const auditEntry = z.object({
  id: uuid,
  createdAt: time,
  action: z.enum(auditActions),
  environmentId: z.nullable(uuid),
  by: z.object({
    kind: z.enum(['person', 'token', 'kinora']),
    id: z.nullable(uuid),
    name: z.string(),
    /** Name of the impersonator, if there was one. */
    impersonator: z.nullable(z.string()),
  }),
  object: z.object({ type: z.string(), id: uuid, name: z.string() }),
  /** Values of the changed fields before and after the change. */
  before: values,
  after: values,
})
export type AuditEntry = z.infer<typeof auditEntry>

/** The audit trail. Entries are only added, never changed. */
const auditCalls = {
  listAudit: call({
    method: 'GET',
    path: `${dataBase}/audit`,
    summary: 'List the audit trail of the organization, newest first.',
    caller: 'organization',
    tenantIn: 'query',
    right: ['Events and Logs', 'Event', 'read'],
    query: z.object({
      organizationId: uuid,
      ...cursorQuery,
      ...recordFilters,
      environmentId: z.optional(uuid),
      action: z.optional(z.array(z.enum(auditActions)).check(z.maxLength(auditActions.length))),
    }),
    answer: cursorPage(auditEntry),
    kind: 'json',
    status: 200,
  }),
}

export const auditFeature = defineFeature({
  calls: auditCalls,
})
