import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { vconnectConnects, vconnectDestinations, vconnectInputs } from '../ends/tables.ts'

/** Names of connects by ID: those of their input and destination. Deleted ones are missing. @param ids UUIDs */
export async function connectNames(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { id, inputId, destinationId } = vconnectConnects
  const rows = await db
    .select({ id, input: vconnectInputs.name, destination: vconnectDestinations.name })
    .from(vconnectConnects)
    .innerJoin(vconnectInputs, eq(vconnectInputs.id, inputId))
    .innerJoin(vconnectDestinations, eq(vconnectDestinations.id, destinationId))
    .where(and(eq(vconnectConnects.environmentId, environmentId), inArray(id, [...ids])))
  return new Map(rows.map((row) => [row.id, `${row.input} – ${row.destination}`]))
}
