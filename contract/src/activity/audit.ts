import * as z from 'zod/mini'
import { call } from '../call.ts'
import { cursorPage, cursorQuery, time, uuid } from '../common.ts'
import { dataBase, recordFilters } from './events.ts'

/** What is written to the audit trail. */
export const auditActions = [
  'organization.created',
  'organization.updated',
  'organization.standing.changed',
  'member.invited',
  'member.invitation.resent',
  'member.invitation.revoked',
  'member.joined',
  'member.role.changed',
  'member.removed',
  'role.created',
  'role.updated',
  'role.deleted',
  'role.assigned',
  'role.unassigned',
  'environment.created',
  'environment.updated',
  'api_token.created',
  'api_token.renamed',
  'api_token.revoked',
  'signing_key.created',
  'signing_key.deleted',
  'webhook.created',
  'webhook.updated',
  'webhook.secret.rotated',
  'webhook.disabled',
  'webhook.deleted',
  'encoding_profile.created',
  'encoding_profile.updated',
  'encoding_profile.chosen',
  'encoding_profile.deleted',
  'asset.updated',
  'asset.downloaded',
  'asset.reencoded',
  'asset.reencode.cancelled',
  'asset.replacement.started',
  'asset.replacement.cancelled',
  'asset.replaced',
  'asset.trashed',
  'asset.restored',
  'asset.deleted',
  'playback_id.created',
  'playback_id.updated',
  'playback_id.deleted',
  'audio_track.created',
  'audio_track.updated',
  'audio_track.deleted',
  'subtitle.created',
  'subtitle.updated',
  'subtitle.published',
  'subtitle.deleted',
  'thumbnail.created',
  'thumbnail.chosen',
  'thumbnail.deleted',
  'import.started',
  'import.cancelled',
  'import.deleted',
  'collection.created',
  'collection.updated',
  'collection.trashed',
  'collection.restored',
  'collection.deleted',
  'saved_view.shared',
  'saved_view.updated',
  'saved_view.unshared',
  'saved_view.deleted',
  'impersonation.started',
] as const
export type AuditAction = (typeof auditActions)[number]

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
    /** Who acted as them. */
    impersonator: z.nullable(z.string()),
  }),
  object: z.object({ type: z.string(), id: uuid, name: z.string() }),
  /** The fields that changed, as they were and as they are. */
  before: values,
  after: values,
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Who changed what. Entries are added and never changed. */
export const auditCalls = {
  listAudit: call({
    method: 'GET',
    path: `${dataBase}/audit`,
    summary: 'Who changed what in the organisation, the latest first.',
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
