import { randomUUID } from 'node:crypto'
import type { Tenant } from '../contract/test-case.ts'

/** Stores a transcript of a new video, as an analysis does. */
export async function newTranscript({ owner, sql, video }: Pick<Tenant, 'owner' | 'sql' | 'video'>) {
  const [contentId, sentenceId] = [await video(), randomUUID()]
  await sql(
    `INSERT INTO transcripts (content_id, environment_id, language, quality, engine, updated_at)
     VALUES ($1, $2, 'en', 'draft', 'PocketSphinx', now())`,
    [contentId, owner.environmentId],
  )
  await sql(
    `INSERT INTO transcript_sentences (id, environment_id, content_id, start_ms, end_ms, text, words)
     VALUES ($1, $2, $3, 0, 900, 'good mourning all', '[[0,300,"good",0.9],[300,600,"mourning",0.2],[600,900,"all",0.8]]')`,
    [sentenceId, owner.environmentId, contentId],
  )
  return { contentId, sentenceId }
}
