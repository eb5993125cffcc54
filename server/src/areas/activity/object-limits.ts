import type { ObjectType } from '@kinora/contract'
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Scope } from '../../platform/auth.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { array } from './pages.ts'

/** Says which objects of an area a caller sees whose role has a filter. */
export interface ObjectLimit {
  /** Types of the limited objects. */
  readonly types: readonly ObjectType[]
  /** Beginnings of the paths of calls with these objects. */
  readonly paths: readonly string[]
  /** Whether the object exists and the scope may see it.
   * @param id of the object, or of the video that it belongs to */
  isVisible(scope: Scope, id: SQL): SQL
}

/** Conditions on records, which queries call `record`. Undefined if no scope is limited. */
type RecordCondition = (limits: readonly ObjectLimit[], scopes: readonly Scope[]) => SQL | undefined

/** Events about objects that their scope may see. A video's other objects are shown with it, also once deleted. */
export const visibleEvents: RecordCondition = (limits, scopes) => {
  const id = sql`coalesce((record.data->>'contentId')::uuid, record.object_id)`
  return visibleObjectsOf(limits, scopes, id)
}

/** Audit entries about objects that their scope may see. */
export const visibleEntries: RecordCondition = (limits, scopes) =>
  visibleObjectsOf(limits, scopes, sql`record.object_id`)

/** Logged requests about objects that their scope may see, or about none. */
export const visibleRequests: RecordCondition = (limits, scopes) =>
  forLimited(limits, scopes, (scope, { paths, isVisible }) => {
    const patterns = array(
      paths.map((path) => `${path}%`),
      'text',
    )
    const isOther = sql`record.scope_id <> ${scope.environmentId}::uuid OR record.object_id IS NULL`
    return sql`(${isOther} OR record.url NOT LIKE ALL (${patterns}) OR ${isVisible(scope, sql`record.object_id`)})`
  })

function visibleObjectsOf(
  limits: readonly ObjectLimit[],
  scopes: readonly Scope[],
  id: SQL,
): SQL | undefined {
  return forLimited(limits, scopes, (scope, { types, isVisible }) => {
    const isOther = sql`record.environment_id IS DISTINCT FROM ${scope.environmentId}::uuid
      OR record.object_type <> ALL (${array(types, 'text')})`
    return sql`(${isOther} OR ${isVisible(scope, id)})`
  })
}

function forLimited(
  limits: readonly ObjectLimit[],
  scopes: readonly Scope[],
  condition: (scope: Scope, limit: ObjectLimit) => SQL,
): SQL | undefined {
  const limited = scopes.filter(({ filter }) => filter !== null)
  return and(...limited.flatMap((scope) => limits.map((limit) => condition(scope, limit))))
}

/** Filters records by the condition. Without a condition, returns all. */
export async function keepVisible<Item>(
  db: Queryable,
  table: SQLWrapper,
  condition: SQL | undefined,
  items: readonly Item[],
  idOf: (item: Item) => string,
): Promise<readonly Item[]> {
  if (condition === undefined || items.length === 0) return items
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT record.id FROM ${table} AS record
      WHERE record.id = ANY (${array(items.map(idOf), 'uuid')}) AND ${condition}`,
  )
  const visible = new Set(rows.map(({ id }) => id))
  return items.filter((item) => visible.has(idOf(item)))
}

/** Whether the scope, which has a filter, may see a video. */
export async function canSeeVideo(
  db: Queryable,
  limits: readonly ObjectLimit[],
  scope: Scope,
  contentId: string,
): Promise<boolean> {
  const conditions = limits.map(({ isVisible }) => isVisible(scope, sql`${contentId}::uuid`))
  const { rows } = await db.execute<{ visible: boolean }>(
    sql`SELECT (${and(...conditions) ?? sql`true`}) AS visible`,
  )
  return rows[0]?.visible === true
}
