import { randomUUID } from 'node:crypto'
import type { Tenant } from '../../contract/test-case.ts'

/** A portrait of a video of two seconds with one shot, as if its people had been found, that was never rendered. */
export async function newPortrait({
  owner,
  sql,
  video,
}: Pick<Tenant, 'owner' | 'sql' | 'video'>): Promise<string> {
  const { environmentId } = owner
  const id = randomUUID()
  await sql(
    `INSERT INTO portraits (id, environment_id, name, search_text, shape, source_id, result_id, status, reason,
       run_id, width, height, duration_ms, path_version, added_by, created_at)
     VALUES ($1, $2, 'Upright', 'upright', '9:16', $3, $4, 'failed', 'encode-failed', $5, 320, 180, 2000, 1, 'Anna', now())`,
    [id, environmentId, await video(), randomUUID(), randomUUID()],
  )
  const move = { mode: 'hold', keyframes: [[0, 0.5]], halves: null }
  await sql(
    `INSERT INTO portrait_shots (environment_id, portrait_id, number, start_ms, end_ms, mode, keyframes, suggested)
     VALUES ($1, $2, 0, 0, 2000, 'hold', $3::jsonb, $4::jsonb)`,
    [environmentId, id, JSON.stringify(move.keyframes), JSON.stringify(move)],
  )
  return id
}
