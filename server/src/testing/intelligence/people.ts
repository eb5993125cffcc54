import { randomUUID } from 'node:crypto'
import type { Tenant } from '../../contract/test-case.ts'

/** Stores a person who is seen in a new video, as an analysis does. */
export async function newPersonSeen(
  { owner, sql, video }: Pick<Tenant, 'owner' | 'sql' | 'video'>,
  name: string | null = null,
) {
  const [contentId, personId] = [await video(), randomUUID()]
  await sql('INSERT INTO people (id, environment_id, name, created_at) VALUES ($1, $2, $3, now())', [
    personId,
    owner.environmentId,
    name,
  ])
  await sql(
    `INSERT INTO faces (id, environment_id, content_id, person_id, start_ms, end_ms, at_ms, box, share, weight, embedding, picture)
     VALUES ($1, $2, $3, $4, 0, 900, 300, '{"x":0.4,"y":0.1,"width":0.2,"height":0.3}', 0.3, 0.2, '{1,0}', 'jpeg')`,
    [randomUUID(), owner.environmentId, contentId, personId],
  )
  return { contentId, personId }
}
