import { randomUUID } from 'node:crypto'
import type { Sql } from './members.ts'

/** Stores a dead letter of an event that is no longer kept.
 * @returns its id */
export async function addDeadLetter(sql: Sql, environmentId: string, error: string): Promise<string> {
  const id = randomUUID()
  await sql(
    `INSERT INTO failed_events
       (id, subscription, event_id, event_created_at, event_type, environment_id, attempts, error, failed_at)
     VALUES ($1, 'activity.webhooks', $2, now(), 'video.asset.ready', $3, 6, $4, now())`,
    [id, randomUUID(), environmentId, error],
  )
  return id
}
