import { type AuditAction, type AuditEntry, activityCalls, type Right } from '@kinora/contract'
import { and, type SQL, sql } from 'drizzle-orm'
import { can, type OrganizationScope, type Person, type Scope } from '../../../platform/auth.ts'
import { auditTrail } from '../../../platform/database/tables.ts'
import type { Activity } from '../activity.ts'
import { visibleEntries } from '../object-limits.ts'
import { array, cursorOf, likePattern, parseCursor, readPage, spanSince } from '../pages.ts'
import { canSeeAll, visibleObjects } from '../visibility.ts'

interface AuditQuery {
  readonly cursor?: string | undefined
  readonly pageSize: number
  readonly phrase?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly objectId?: string | undefined
  readonly environmentId?: string | undefined
  readonly action?: readonly AuditAction[] | undefined
}

/** Audit entries of the organization itself and of the environments that the person can access, for objects that the
 * person may see. */
export async function listAudit(
  { db, authenticator, limits }: Activity,
  actor: Person,
  scope: OrganizationScope,
  query: AuditQuery,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const after = parseCursor(query.cursor)
  const { right } = activityCalls.listAudit
  const { organizationId } = scope
  const scopes = await authenticator.environments(actor, organizationId)
  const { items, next } = await readPage<AuditRow>(db, {
    table: sql`${auditTrail}`,
    columns: sql`record.environment_id, record.action, record.actor_kind, record.actor_id, record.actor_name,
      record.impersonator, record.object_type, record.object_id, record.object_name, record.before, record.after`,
    runs: sql`(VALUES (${organizationId}::uuid)) AS run (organization)`,
    runCount: 1,
    runCondition: sql`record.organization_id = run.organization`,
    filter:
      and(visibleCondition(scope, scopes, right), visibleEntries(limits, scopes), filterCondition(query)) ??
      null,
    ...spanSince(new Date(0), query.from, query.to),
    after,
    pageSize: query.pageSize,
  })
  return { items: items.map(entryOf), nextCursor: cursorOf(next) }
}

/** Undefined if the person may see everything. */
function visibleCondition(
  organization: OrganizationScope,
  environments: readonly Scope[],
  right: Right,
): SQL | undefined {
  const canSeeAllObjects = (scope: OrganizationScope) => can(scope.grants, right) && canSeeAll(scope)
  if ([organization, ...environments].every(canSeeAllObjects)) return undefined
  const pairs = environments
    .filter(({ grants }) => can(grants, right))
    .flatMap((scope) =>
      visibleObjects(scope).map((objectType) => ({ environmentId: scope.environmentId, objectType })),
    )
  const environmentIds = array(
    pairs.map(({ environmentId }) => environmentId),
    'uuid',
  )
  const objectTypes = array(
    pairs.map(({ objectType }) => objectType),
    'text',
  )
  return sql`CASE WHEN record.environment_id IS NULL
    THEN record.object_type = ANY (${array(visibleObjects(organization), 'text')})
    ELSE (record.environment_id, record.object_type) IN (SELECT * FROM unnest(${environmentIds}, ${objectTypes})) END`
}

function filterCondition({ phrase = '', objectId, environmentId, action }: AuditQuery): SQL | undefined {
  return and(
    environmentId === undefined ? undefined : sql`record.environment_id = ${environmentId}::uuid`,
    objectId === undefined ? undefined : sql`record.object_id = ${objectId}::uuid`,
    action && sql`record.action = ANY (${array(action, 'text')})`,
    phrase.trim() === '' ? undefined : sql`${searchText} ILIKE ${likePattern(phrase)}`,
  )
}

const searchText = sql`(record.action || ' ' || record.actor_name || ' ' || record.object_name)`

interface AuditRow {
  readonly environment_id: string | null
  readonly action: AuditAction
  readonly actor_kind: 'person' | 'token' | 'kinora'
  readonly actor_id: string | null
  readonly actor_name: string
  readonly impersonator: string | null
  readonly object_type: string
  readonly object_id: string
  readonly object_name: string
  readonly before: Record<string, unknown> | null
  readonly after: Record<string, unknown> | null
}

function entryOf(row: AuditRow & { id: string; created_at: string }): AuditEntry {
  return {
    id: row.id,
    createdAt: new Date(row.created_at).toISOString(),
    action: row.action,
    environmentId: row.environment_id,
    by: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name, impersonator: row.impersonator },
    object: { type: row.object_type, id: row.object_id, name: row.object_name },
    before: row.before,
    after: row.after,
  }
}
