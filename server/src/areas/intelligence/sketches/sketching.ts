import { analysisArgs, SKETCH_SIGNS, sketcher, sketchSigns, smallFrames } from '@kinora/media'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import { ContentGone, type ContentRef, MediaRefused, partOf } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { SKETCH_VERSION } from '../scenes/scenes.ts'
import { loadShots } from '../scenes/shots.ts'
import { analysisShots, type ShotRow } from '../scenes/tables.ts'
import { sketchJob } from './jobs.ts'

/** Videos that a sweep hands to workers. */
const SWEPT = 20
/** The first shot stands for its video. */
const isUnsketched = and(eq(analysisShots.number, 0), ne(analysisShots.sketchVersion, SKETCH_VERSION))
const noFiles = { audio: 'audio.pcm', frames: 'frames.mkv' } as const

/** Has workers make the sketches of videos that were analyzed before there were any. For the sweep. */
export async function enqueueUnsketched({ db, jobs }: Pick<Intelligence, 'db' | 'jobs'>): Promise<void> {
  const { contentId, environmentId } = analysisShots
  const rows = await db
    .select({ contentId, environmentId })
    .from(analysisShots)
    .where(isUnsketched)
    .limit(SWEPT)
  if (rows.length === 0) return
  await db.transaction(async (tx) => {
    for (const row of rows)
      await jobs.enqueue(
        tx,
        sketchJob,
        { contentId: row.contentId },
        { environmentId: row.environmentId, key: row.contentId },
      )
  })
}

/** Reads a video once for the sketches of its shots. The other results stay as they were, so it records no event. */
export async function sketchVideo(
  intelligence: Intelligence,
  content: ContentRef,
  signal: AbortSignal,
): Promise<void> {
  const { db } = intelligence
  const shots = await loadShots(db, content)
  if (shots.every(({ sketchVersion }) => sketchVersion === SKETCH_VERSION)) return
  try {
    const sketches = await readSketches(intelligence, content, shots, signal)
    await db.transaction(async (tx) => {
      const given = sketches.map((sketch, n) => ({
        number: shots[n]?.number,
        rest: shots[n]?.restMs,
        sketch: Buffer.from(sketch).toString('hex'),
        signs: sketchSigns(sketch),
      }))
      // Shots that another run has replaced meanwhile have other times, or sketches of their own.
      await tx.execute(sql`
        UPDATE ${analysisShots}
        SET sketch = decode(given.sketch, 'hex'), signs = given.signs::bit(${sql.raw(String(SKETCH_SIGNS))})
        FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          AS given (number int, rest int, sketch text, signs text)
        WHERE ${partOf(analysisShots, content)} AND ${analysisShots.number} = given.number
          AND ${analysisShots.restMs} = given.rest AND ${ne(analysisShots.sketchVersion, SKETCH_VERSION)}`)
      await giveUpSketching(tx, content)
    })
  } catch (error) {
    if (error instanceof ContentGone) return
    if (!(error instanceof MediaRefused)) throw error
    await giveUpSketching(db, content)
  }
}

/** Marks the shots of a video as sketched, also those without a picture, so that sweeps leave it. */
export async function giveUpSketching(db: Queryable, content: ContentRef): Promise<void> {
  await db.update(analysisShots).set({ sketchVersion: SKETCH_VERSION }).where(partOf(analysisShots, content))
}

function readSketches(
  { library, ffmpeg, config }: Intelligence,
  content: ContentRef,
  shots: readonly ShotRow[],
  signal: AbortSignal,
) {
  return library.withWholeVideo(content, signal, async (video, { folder, signal: own }) => {
    const { demuxer, source, keyframeGapS } = video.analysis
    const made = sketcher(shots.map(({ restMs }) => restMs / 1000))
    const wanted = { pictures: true, audio: false, frames: false }
    const args = analysisArgs({ path: video.path, demuxer, keyframeGapS }, source, wanted, noFiles)
    await ffmpeg.run('ffmpeg', args, {
      limits: encodeLimits(video.durationS, config.ENCODE_MEMORY_BYTES),
      cwd: folder,
      signal: own,
      onOutput: smallFrames((frame) => made.add(frame)),
    })
    return made.end()
  })
}
