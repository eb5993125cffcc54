import type { PlaybackPolicy, PlaybackRestrictions } from '@kinora/contract'
import { addToTotals, bandwidthOf, highestAvcCodec, noSegmentTotals, type SegmentTotals } from '@kinora/media'
import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { contentEvent } from '../contents/content-changes.ts'
import type { ContentRef } from '../contents/content-view.ts'
import { insertContent } from '../contents/contents.ts'
import { displayOf } from '../contents/display-size.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { lockContentRow, markPlayable } from '../contents/states.ts'
import { contents, renditions } from '../contents/tables.ts'
import { appendSegments, getSegments } from '../encoding/segments.ts'
import { renditionSegments, type SegmentList } from '../encoding/tables.ts'
import { scheduleOutputRemovals } from '../files/removals.ts'
import { initKey, segmentKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'

/** Context of the functions for recordings. */
export type RecordingLibrary = Pick<Library, 'db' | 'storage' | 'clock'>

export interface NewRecording {
  readonly environmentId: string
  readonly title: string
  readonly addedBy: string
  readonly addedById: string | null
  readonly streamId: string
  /** Time 0 of the recording. */
  readonly recordedFrom: Date
  readonly tags: readonly string[]
  readonly playbackPolicy: PlaybackPolicy
  readonly playbackRestrictions: PlaybackRestrictions
}

/** Creates the content of a recording in this transaction. It can be played when its first segment is stored. */
export async function createRecording(
  library: RecordingLibrary,
  tx: Transaction,
  { tags, ...given }: NewRecording,
): Promise<ContentRef> {
  return insertContent(library, tx, {
    ...given,
    tags: [...tags],
    category: 'LiveRecording',
    status: 'processing',
    stage: 'queued',
  })
}

/** The playback ID of a recording that was not deleted and is not in the trash. */
export async function getRecordingPlaybackId(db: Queryable, content: ContentRef): Promise<string | null> {
  const [row] = await db
    .select({ playbackId: contents.playbackId })
    .from(contents)
    .where(and(rowOf(contents, content), isNull(contents.trashedAt)))
  return row?.playbackId ?? null
}

/** Recorded seconds so far. Null before the first segment, and if the recording was deleted. */
export async function getRecordedDuration(db: Queryable, content: ContentRef): Promise<number | null> {
  const [row] = await db
    .select({ durationS: contents.durationS })
    .from(contents)
    .where(rowOf(contents, content))
  return row?.durationS ?? null
}

/** Number of segments of the longest rendition. */
export async function countRecordedSegments(db: Queryable, content: ContentRef): Promise<number> {
  return Math.max(0, ...(await countSegments(db, content)).map(({ count }) => count))
}

function countSegments(db: Queryable, { id }: ContentRef) {
  const { first, segments, outputId } = renditionSegments
  const end = sql`${first} + jsonb_array_length(${segments})`
  return db
    .select({ outputId: renditions.outputId, count: sql<number>`coalesce(max(${end}), 0)::int` })
    .from(renditions)
    .leftJoin(renditionSegments, eq(outputId, renditions.outputId))
    .where(eq(renditions.contentId, id))
    .groupBy(renditions.outputId)
}

/**
 * Removes renditions that are more than `tolerated` segments shorter than the longest one, because they cannot be played
 * to the end.
 * @param kept outputs that stay
 */
export async function dropShortRenditions(
  library: RecordingLibrary,
  content: ContentRef,
  tolerated: number,
  kept: readonly string[],
): Promise<void> {
  await library.db.transaction((tx) => dropShort(library, tx, content, tolerated, kept))
}

async function dropShort(
  library: RecordingLibrary,
  tx: Transaction,
  content: ContentRef,
  tolerated: number,
  kept: readonly string[],
): Promise<void> {
  const counts = await countSegments(tx, content)
  const least = Math.max(0, ...counts.map(({ count }) => count)) - tolerated
  const short = counts.flatMap(({ outputId, count }) =>
    count < least && !kept.includes(outputId) ? outputId : [],
  )
  if (short.length === 0) return
  await tx.delete(renditions).where(inArray(renditions.outputId, short))
  await scheduleOutputRemovals(library, tx, content, short)
  await notifyPlayers(tx, content)
}

export interface RecordedRendition {
  readonly outputId: string
  readonly name: string
  /** Order in the ladder, low to high; audio comes last. */
  readonly position: number
  readonly isOriginal: boolean
  readonly codecs: string
  readonly video: { readonly width: number; readonly height: number } | null
  readonly channels: number | null
  readonly sampleRate: number | null
}

export interface RecordedSegment {
  readonly bytes: Uint8Array
  readonly durationS: number
  readonly frames: number
  /** Whether the segment does not continue the previous one. */
  readonly isBreak: boolean
  /** Program date-time of the start, epoch ms. */
  readonly startedMs: number
}

/** Writes one rendition of a recording into storage. Calls must not overlap. */
export interface RecordingTrack {
  readonly outputId: string
  readonly codecs: () => string
  /** Number of segments that were recorded before the track was opened. */
  readonly before: number
  /** Stored segments from `before` on. */
  readonly segments: SegmentList
  /** Number of segments that `recordTogether` has recorded. */
  recorded: number
  totals: SegmentTotals
  /** Stores an init segment, and uses it from the next segment on. */
  addInit(init: number, codecs: string, bytes: Uint8Array): Promise<void>
  /** Stores a segment. Viewers see it when it is recorded. */
  addSegment(segment: RecordedSegment): Promise<void>
  /** Measured frames per second. Null for audio. */
  readonly frameRate: () => number | null
}

const MP4 = 'video/mp4'

/** Opens a new rendition of a recording, or continues one. */
export async function openRecordingTrack(
  library: RecordingLibrary,
  content: ContentRef,
  rendition: RecordedRendition,
): Promise<RecordingTrack> {
  const { db, storage } = library
  const { outputId, video } = rendition
  let { codecs } = rendition
  await db
    .insert(renditions)
    .values({
      id: uuidv7(),
      contentId: content.id,
      outputId,
      name: rendition.name,
      position: rendition.position,
      isOriginal: rendition.isOriginal,
      type: video === null ? 'audio' : 'video',
      codec: video === null ? 'aac' : 'h264',
      width: video?.width,
      height: video?.height,
      channels: rendition.channels,
      sampleRate: rendition.sampleRate,
      bitrate: 0,
      isDefault: video === null,
      status: 'processing',
    })
    .onConflictDoNothing()
  const known = await getSegments(db, outputId)
  const before = known.length
  const firstInit = before === 0 ? 0 : Math.max(0, ...known.map(([, , init]) => init ?? 0)) + 1
  const segments: SegmentList = []
  let currentInit = firstInit
  const measured = { frames: 0, durationS: 0 }
  return {
    outputId,
    codecs: () => codecs,
    before,
    segments,
    recorded: 0,
    totals: known.reduce(
      (totals, [durationS, sizeBytes]) => addToTotals(totals, { durationS, sizeBytes }),
      noSegmentTotals,
    ),
    async addInit(init, own, bytes) {
      codecs = video === null ? own : highestAvcCodec(codecs, own)
      currentInit = firstInit + init
      await storage.put(initKey(content.id, outputId, currentInit), Buffer.from(bytes), MP4)
    },
    frameRate: () =>
      video === null || measured.durationS === 0
        ? null
        : Math.round((measured.frames / measured.durationS) * 100) / 100,
    async addSegment({ bytes, durationS, frames, isBreak, startedMs }) {
      const number = before + segments.length
      await storage.put(segmentKey(content.id, outputId, number), Buffer.from(bytes), MP4)
      measured.frames += frames
      measured.durationS += durationS
      segments.push(
        number === 0
          ? [durationS, bytes.length, null, startedMs]
          : isBreak
            ? [durationS, bytes.length, currentInit, startedMs]
            : [durationS, bytes.length],
      )
    },
  }
}

/** Records the first `count` stored segments of each track in one transaction, so that all renditions are equally long
 * after a crash. @throws ContentGone if the recording was deleted */
export async function recordTogether(
  library: RecordingLibrary,
  content: ContentRef,
  tracks: readonly RecordingTrack[],
  count: number,
): Promise<void> {
  await library.db.transaction(async (tx) => {
    for (const { outputId, codecs, before, segments, recorded, totals, frameRate } of tracks) {
      const added = segments.slice(recorded, count)
      if (added.length === 0) continue
      const first = before + recorded
      // A connection may have ended after an earlier call was committed.
      const isUnconfirmed = and(eq(renditionSegments.outputId, outputId), gte(renditionSegments.first, first))
      await tx.delete(renditionSegments).where(isUnconfirmed)
      await appendSegments(tx, content, outputId, first, added)
      const { average: bitrate } = bandwidthOf(totalsWith(totals, added))
      const facts = { codecs: codecs(), bitrate, frameRate: frameRate() }
      await tx.update(renditions).set(facts).where(eq(renditions.outputId, outputId))
    }
    const durationS = Math.max(
      ...tracks.map(
        ({ totals, segments, recorded }) => totalsWith(totals, segments.slice(recorded, count)).durationS,
      ),
    )
    await tx.update(contents).set({ durationS }).where(rowOf(contents, content))
    await markPlayable(library, tx, content)
    await notifyPlayers(tx, content)
  })
  for (const track of tracks) {
    track.totals = totalsWith(track.totals, track.segments.slice(track.recorded, count))
    track.recorded = Math.min(count, track.segments.length)
  }
}

function totalsWith(totals: SegmentTotals, added: SegmentList): SegmentTotals {
  return added.reduce((sum, [durationS, sizeBytes]) => addToTotals(sum, { durationS, sizeBytes }), totals)
}

/** Ends a recording. It is deleted at `expiresAt`. */
export async function finishRecording(
  library: RecordingLibrary,
  ref: ContentRef,
  { recordedTo, expiresAt }: { readonly recordedTo: Date; readonly expiresAt: Date },
): Promise<void> {
  const { db, clock } = library
  await db.transaction(async (tx) => {
    const content = await lockContentRow(tx, ref)
    if (content === undefined) return
    await dropShort(library, tx, content, 0, [])
    await tx
      .update(renditions)
      .set({ status: 'ready', progress: 1, ended: true })
      .where(and(eq(renditions.contentId, content.id), eq(renditions.status, 'processing')))
    const rows = await tx.select().from(renditions).where(eq(renditions.contentId, content.id))
    const display = displayOf(rows)
    const [row] = await tx
      .update(contents)
      .set({
        recordedTo,
        expiresAt,
        stage: null,
        progress: 1,
        shortSide: display && Math.min(display.width, display.height),
      })
      .where(rowOf(contents, content))
      .returning()
    if (row === undefined) return
    await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), clock.now())
    await notifyPlayers(tx, row)
  })
}
