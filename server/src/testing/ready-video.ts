import { link, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { fold } from '../platform/database/fold.ts'
import { publicId, uuidv7 } from '../platform/database/ids.ts'
import { clusterDirOf } from '../platform/postgres/cluster.ts'
import { socketUrl } from '../platform/postgres/socket-dir.ts'

/** Fields of the copy that differ from the original. */
export interface CopyChanges {
  readonly title?: string
  readonly fileName?: string
  readonly playbackPolicy?: 'public' | 'signed'
}

/** A video in a Kinora on disk. */
export interface StoredVideo {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly contentId: string
}

/** Copies a ready video to any environment of the same Kinora in milliseconds: new rows, and hard links to the stored
 * files, which Kinora never changes in place. Kinora may be running. Creates no events and no jobs. Copies
 * renditions, poster, storyboard, waveform and the audio tracks of the video's own file; subtitles, thumbnails,
 * clips and further playback IDs are not copied.
 * @returns the ID of the copy */
export async function copyReadyVideo(
  { databaseUrl, dataDir, contentId }: StoredVideo,
  environmentId: string,
  { title, fileName, playbackPolicy }: CopyChanges = {},
): Promise<string> {
  const id = uuidv7()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: renditions } = await client.query('SELECT * FROM renditions WHERE content_id = $1', [
      contentId,
    ])
    const outputs = new Map(renditions.map(({ output_id }) => [String(output_id), uuidv7()]))
    // Files first: what a row names is there.
    const objects = join(dataDir, 'storage/objects/contents')
    await linkFiles(join(objects, contentId), join(objects, id), outputs)
    await client.query('BEGIN')
    await copyRow(client, 'contents', contentId, {
      id,
      environment_id: environmentId,
      playback_id: publicId(),
      collection_id: null,
      poster_id: null,
      created_at: new Date().toISOString(),
      ...(title !== undefined && { title, search_text: fold(title) }),
      ...(fileName !== undefined && { file_name: fileName }),
      ...(playbackPolicy !== undefined && { playback_policy: playbackPolicy }),
    })
    for (const rendition of renditions) {
      const output_id = outputs.get(String(rendition.output_id))
      await copyRow(client, 'renditions', rendition.id, { id: uuidv7(), content_id: id, output_id })
      await client.query(
        `INSERT INTO rendition_segments (content_id, output_id, first, segments)
         SELECT $1, $2, first, segments FROM rendition_segments WHERE output_id = $3`,
        [id, output_id, rendition.output_id],
      )
    }
    const { rows: tracks } = await client.query(
      'SELECT id FROM audio_tracks WHERE content_id = $1 AND NOT is_added',
      [contentId],
    )
    for (const track of tracks) {
      await copyRow(client, 'audio_tracks', track.id, {
        id: uuidv7(),
        content_id: id,
        environment_id: environmentId,
      })
    }
    await client.query('COMMIT')
    return id
  } finally {
    await client.end()
  }
}

/** Connection string of the embedded PostgreSQL of a running Kinora. */
export async function embeddedDatabaseUrl(dataDir: string): Promise<string> {
  const clusterDir = clusterDirOf(join(dataDir, 'postgres'))
  // Line 5 is the first directory of its socket (PostgreSQL's miscadmin.h, LOCK_FILE_LINE_SOCKET_DIR).
  const socketDir = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n')[4]
  if (!socketDir) throw new Error(`the PostgreSQL in ${dataDir} is not running`)
  return socketUrl(socketDir, 'kinora')
}

/** Copies all columns except the changed ones. */
async function copyRow(
  client: pg.Client,
  table: string,
  id: string,
  changes: Record<string, unknown>,
): Promise<void> {
  const name = client.escapeIdentifier(table)
  await client.query(
    `INSERT INTO ${name} SELECT (jsonb_populate_record(original, $2)).* FROM ${name} AS original WHERE id = $1`,
    [id, JSON.stringify(changes)],
  )
}

/** @param renamed new names of folders */
async function linkFiles(from: string, to: string, renamed: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const target = join(to, renamed.get(entry.name) ?? entry.name)
    if (entry.isDirectory()) await linkFiles(join(from, entry.name), target, renamed)
    else await link(join(from, entry.name), target)
  }
}
