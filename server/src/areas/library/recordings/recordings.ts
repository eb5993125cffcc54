import type { PlaybackPolicy, PlaybackRestrictions } from '@kinora/contract'
import { addToTotals, bandwidthOf, noSegmentTotals, type SegmentTotals } from '@kinora/media'
import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { contentEvent } from '../contents/content-changes.ts'
import type { ContentRef } from '../contents/content-view.ts'
import { insertContent } from '../contents/contents.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { lockContentRow, markPlayable } from '../contents/states.ts'
import { contents, renditions } from '../contents/tables.ts'
import { recordSegments } from '../encoding/segments.ts'
import { initKey, segmentKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'

/** What recording needs of the library. */
export type RecordingLibrary = Pick<Library, 'db' | 'storage' | 'clock'>

export interface NewRecording {
  readonly environmentId: string
  readonly title: string
  readonly addedBy: string
  readonly addedById: string | null
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

export interface RecordedRendition {
  readonly outputId: string
  readonly name: string
  /** Order in the ladder, low to high; audio comes last. */
  readonly position: number
  readonly isOriginal: boolean
  readonly codecs: string
  readonly video: { readonly width: number; readonly height: number; readonly frameRate: number } | null
  readonly channels: number | null
}

/** Writes one rendition of a recording into storage, segment by segment. Calls must not overlap. */
export interface RecordingTrack {
  /** Stores an init segment, and uses it from the next segment on. */
  addInit(init: number, bytes: Uint8Array): Promise<void>
  /** @param isBreak it does not continue the segment before. @throws ContentGone if the recording was deleted */
  addSegment(bytes: Uint8Array, durationS: number, isBreak: boolean): Promise<void>
  readonly durationS: () => number
}

const MP4 = 'video/mp4'

/** @param count segments that are stored already, when a recording is continued */
export async function openRecordingTrack(
  library: RecordingLibrary,
  content: ContentRef,
  rendition: RecordedRendition,
): Promise<RecordingTrack> {
  const { db, storage } = library
  const { outputId, video, codecs } = rendition
  await db
    .insert(renditions)
    .values({
      ...{ id: uuidv7(), contentId: content.id, outputId },
      ...{ name: rendition.name, position: rendition.position, isOriginal: rendition.isOriginal },
      type: video === null ? 'audio' : 'video',
      codec: video === null ? 'aac' : 'h264',
      ...{ width: video?.width, height: video?.height, frameRate: video?.frameRate },
      ...{ bitrate: 0, channels: rendition.channels, isDefault: video === null, status: 'processing' },
    })
    .onConflictDoNothing()
  let count = 0
  let currentInit = 0
  let totals: SegmentTotals = noSegmentTotals
  return {
    durationS: () => totals.durationS,
    async addInit(init, bytes) {
      await storage.put(initKey(content.id, outputId, init), Buffer.from(bytes), MP4)
      currentInit = init
    },
    async addSegment(bytes, durationS, isBreak) {
      await storage.put(segmentKey(content.id, outputId, count), Buffer.from(bytes), MP4)
      totals = addToTotals(totals, { durationS, sizeBytes: bytes.length })
      const facts = { codecs, bitrate: bandwidthOf(totals).average }
      const segment: [number, number, number?] =
        isBreak && count > 0 ? [durationS, bytes.length, currentInit] : [durationS, bytes.length]
      await recordSegments(db, content, outputId, count, [segment], facts)
      count += 1
      if (count === 1) await db.transaction((tx) => markPlayable(library, tx, content))
    },
  }
}

/** Stores how long the recording is so far. */
export async function setRecordedDuration(
  { db }: RecordingLibrary,
  content: ContentRef,
  durationS: number,
  shortSide: number | null,
): Promise<void> {
  await db
    .update(contents)
    .set({ durationS, ...(shortSide === null ? {} : { shortSide }) })
    .where(rowOf(contents, content))
}

/** Ends a recording: nothing is added any more. It is deleted at `expiresAt`. */
export async function finishRecording(
  { db, clock }: RecordingLibrary,
  ref: ContentRef,
  given: { readonly durationS: number; readonly expiresAt: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const content = await lockContentRow(tx, ref)
    if (content === undefined) return
    await tx
      .update(renditions)
      .set({ status: 'ready', progress: 1, ended: true })
      .where(and(eq(renditions.contentId, content.id), eq(renditions.status, 'processing')))
    const [row] = await tx
      .update(contents)
      .set({ ...given, stage: null, progress: 1 })
      .where(rowOf(contents, content))
      .returning()
    if (row === undefined) return
    await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), clock.now())
    await notifyPlayers(tx, row)
  })
}
