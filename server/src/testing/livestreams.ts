import { randomUUID } from 'node:crypto'
import type { CallOf, Livestream, RequestOf } from '@kinora/contract'
import type { Client } from './client.ts'
import type { Sql } from './members.ts'

type StreamBody = Partial<RequestOf<CallOf<'createLivestream'>>['body']>

let streams = 0

export function newStream(owner: Client, body: StreamBody = {}): Promise<Livestream> {
  streams += 1
  return owner.call('createLivestream', { body: { name: `Stream ${streams}`, ...body } })
}

/** The ID of a stream of the environment, which is created if there is none. */
export async function someStream(owner: Client): Promise<string> {
  const { items } = await owner.call('listLivestreams', { query: { pageSize: 1, sort: 'createdAt' } })
  return items[0]?.id ?? (await newStream(owner)).id
}

/** The IDs of a new custom playback and of its stream. */
export async function newCustomPlayback(owner: Client): Promise<{ id: string; customPlaybackId: string }> {
  const { id } = await newStream(owner)
  const body = { name: 'Partner' }
  const { id: customPlaybackId } = await owner.call('createCustomPlayback', { params: { id }, body })
  return { id, customPlaybackId }
}

/** The IDs of a planned break and of its new stream. */
export async function plannedCue(owner: Client, at: string): Promise<{ id: string; cueId: string }> {
  const { id } = await newStream(owner)
  const { id: cueId } = await owner.call('startLiveCue', { params: { id }, body: { durationS: 30, at } })
  return { id, cueId }
}

/** The IDs of a break that is running and of its new stream, which is not on air. */
export async function runningCue({
  owner,
  sql,
}: {
  readonly owner: Client
  readonly sql: Sql
}): Promise<{ id: string; cueId: string }> {
  const cue = await plannedCue(owner, new Date(Date.now() + 60_000).toISOString())
  await sql(`UPDATE live_cues SET at = created_at - interval '1 second' WHERE id = $1`, [cue.cueId])
  return cue
}

/** A stream with a recording that began at this epoch time and has the media of a video. */
export async function recordedStream(
  { owner, sql }: { readonly owner: Client; readonly sql: Sql },
  contentId: string,
  startedAtS: number,
): Promise<string> {
  const { id, environmentId } = await newStream(owner)
  await sql(
    `INSERT INTO live_recordings (content_id, session_id, stream_id, environment_id, started_at)
    VALUES ($1, $2, $3, $4, to_timestamp($5))`,
    [contentId, randomUUID(), id, environmentId, startedAtS],
  )
  return id
}

/** Makes a ready video the recording of a new stream, as if its session had ended. */
export async function recordedVideo(
  tenant: { readonly owner: Client; readonly sql: Sql },
  contentId: string,
  startedAtS = 1_700_000_000,
): Promise<{ readonly streamId: string; readonly contentId: string }> {
  const streamId = await recordedStream(tenant, contentId, startedAtS)
  await tenant.sql(
    `UPDATE live_recordings SET ended_at = started_at + interval '1 minute' WHERE content_id = $1`,
    [contentId],
  )
  await tenant.sql(
    `INSERT INTO live_gaps (id, session_id, environment_id, started_at, ended_at, reason, recorded)
      SELECT gen_random_uuid(), session_id, environment_id, started_at + from_s * interval '1 second',
        started_at + to_s * interval '1 second', reason, recorded
      FROM live_recordings, (VALUES (0.2, 0.5, 'encoder-away', true), (0.7, 20, 'node-lost', false))
        AS gaps (from_s, to_s, reason, recorded) WHERE content_id = $1`,
    [contentId],
  )
  await tenant.sql(
    `UPDATE contents SET category = 'LiveRecording', analysis = NULL, source_bytes = NULL, file_name = NULL, storyboard = NULL,
       expires_at = now() + interval '12 hours' WHERE id = $1`,
    [contentId],
  )
  return { streamId, contentId }
}
