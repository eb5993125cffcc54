import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { MediaErrorId } from '@kinora/contract'
import {
  bandwidthOf,
  type Encoding,
  planTrack,
  refuse,
  sniffAudio,
  trackArgs,
  withDecodableAudio,
} from '@kinora/media'
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { ReportProgress } from '../../../platform/events/progress.ts'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import { addLoudness, readHead, readSource } from '../../../platform/ffmpeg/read-source.ts'
import { openAddress } from '../../../platform/net/stored-address.ts'
import { assertFreeSpaceForJob } from '../../../platform/storage/free-space.ts'
import type { Analysis } from '../contents/content-facts.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { standardProfile } from '../contents/standard-profile.ts'
import { lockContentRow } from '../contents/states.ts'
import { contents, type NewRendition, renditions } from '../contents/tables.ts'
import { ContentGone, type Workspace } from '../contents/workspace.ts'
import { encodeToStorage } from '../encoding/run-renditions.ts'
import { appendSegments } from '../encoding/segments.ts'
import {
  cancelOutputRemovals,
  expediteRemovals,
  scheduleOutputRemovals,
  scheduleRemoval,
  UNUSED_SECONDS,
} from '../files/removals.ts'
import { trackKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { MediaRefused } from '../sources/analyze.ts'
import { openFile } from '../sources/source.ts'
import { fetchFile } from '../uploads/url-uploads.ts'
import { recordTrack } from './audio-track-events.ts'
import type { AudioTrackRow, TrackRef } from './audio-track-view.ts'
import { trackJob } from './jobs.ts'
import { audioTracks } from './tables.ts'

/** Position in the ladder, after the audio of the source file. */
const addedPosition = 200

/** Enqueues the encoding of a track, uploaded or fetched. */
export function enqueueTrack(
  { jobs }: Library,
  tx: Transaction,
  { id: trackId, contentId, environmentId }: Pick<AudioTrackRow, 'id' | 'contentId' | 'environmentId'>,
): Promise<void> {
  return jobs.enqueue(tx, trackJob, { contentId, trackId }, { environmentId, key: trackId })
}

/**
 * Fetches the file of an added track if it has a URL, encodes it and publishes the rendition to viewers.
 * @throws MediaRefused, ContentGone
 */
export async function makeTrack(
  library: Library,
  ref: ContentRef,
  trackId: string,
  workspace: Workspace,
): Promise<void> {
  const isTrack = rowOf(audioTracks, { id: trackId, environmentId: ref.environmentId })
  const [track] = await library.db.select().from(audioTracks).where(isTrack)
  const [content] = await library.db.select().from(contents).where(rowOf(contents, ref))
  if (!content?.analysis || !track) throw new ContentGone()
  if (track.status === 'ready' || track.status === 'failed') return
  const key = trackKey(content.id, trackId)
  if (track.sourceUrl !== null && (await library.storage.head(key)) === null) {
    const { path } = await fetchFile(
      library,
      openAddress(library.secrets, track.sourceUrl),
      workspace,
      startTrackProgress(library, track, 0, 0.3),
    )
    workspace.signal.throwIfAborted()
    await library.storage.putFile(key, path, 'application/octet-stream')
  }
  await changeTrack(library, track, { status: 'processing' })
  const { settings } = content.profile ?? standardProfile
  const report = startTrackProgress(library, track, 0.3, 0.7)
  const rendition = await encodeTrack(
    library,
    workspace,
    content,
    track,
    content.analysis,
    settings.audio,
    report,
  )
  await publish(library, content, track, rendition)
}

/** Deletes the fetched file of a track that no longer exists. */
export async function removeOrphanedTrackFile(
  library: Library,
  content: ContentRef,
  trackId: string,
): Promise<void> {
  const { id: contentId, environmentId } = content
  await library.db.transaction(async (tx) => {
    if ((await lockContentRow(tx, content)) === undefined) return
    const tracks = await tx
      .select({ id: audioTracks.id })
      .from(audioTracks)
      .where(rowOf(audioTracks, { id: trackId, environmentId }))
    if (tracks.length === 0) await scheduleRemoval(library, tx, environmentId, trackKey(contentId, trackId))
  })
}

/** Marks the track as failed, with the reason. */
export async function failTrack(library: Library, track: TrackRef, errorId: MediaErrorId): Promise<void> {
  await library.db.transaction(async (tx) => {
    const isOpen = and(rowOf(audioTracks, track), ne(audioTracks.status, 'ready'))
    const [row] = await tx.update(audioTracks).set({ status: 'failed', errorId }).where(isOpen).returning()
    if (row) await recordTrack(tx, null, row, 'errored', {}, library.clock.now())
  })
}

/**
 * Encodes an added track to match a video with this analysis. The output is scheduled for removal until a caller
 * cancels that.
 * @throws MediaRefused
 */
export async function encodeTrack(
  library: Library,
  workspace: Workspace,
  content: ContentRow,
  { id, renditionName: name }: AudioTrackRow,
  { plan, source: { durationS } }: Analysis,
  audioSettings: Encoding['audio'],
  onProgress: (progress: number) => void,
): Promise<NewRendition> {
  const { ffmpeg } = library
  const path = await openFile(library.storage, trackKey(content.id, id), workspace, `audio-${id}`)
  const demuxer = sniffAudio(await readHead(join(workspace.folder, path)))
  if (demuxer === null) throw new MediaRefused('media-no-sound')
  const input = { path, demuxer }
  const { source } = await readSource(ffmpeg, input, workspace)
  // Video streams, such as a cover image, are ignored.
  const audioSource = source && withDecodableAudio({ ...source, video: null }, ffmpeg.capabilities.decoders)
  const refusal = refuse(audioSource, ffmpeg.capabilities.decoders)
  const planned = audioSource && planTrack(audioSource, name, audioSettings)
  if (refusal === 'media-duration') throw new MediaRefused(refusal)
  if (refusal !== null || planned === null) throw new MediaRefused('media-no-sound')
  const loudness = { target: audioSettings.loudness, durationS: audioSource?.durationS ?? durationS }
  const [track = planned] = await addLoudness(ffmpeg, input, workspace, [planned], loudness)
  await assertFreeSpaceForJob(library, (track.bitrateKbps * 1000 * durationS) / 8)
  const target = { name, outputId: randomUUID() }
  await library.db.transaction((tx) =>
    scheduleOutputRemovals(library, tx, content, [target.outputId], UNUSED_SECONDS),
  )
  try {
    const [made] = await encodeToStorage(library, workspace, {
      content,
      targets: [target],
      args: trackArgs(input, track, plan, durationS),
      limits: encodeLimits(durationS, library.config.ENCODE_MEMORY_BYTES),
      durationS,
      onProgress,
      onPoll: async () => undefined,
    })
    if (made === undefined) throw new Error(`${name} was not encoded`)
    const { segments } = made
    const { sizeBytes } = made.totals()
    // The scheduled removal of the files deletes the segments too, unless the output is used by then.
    await library.db.transaction((tx) => appendSegments(tx, content, target.outputId, 0, segments))
    return {
      id: uuidv7(),
      contentId: content.id,
      ...target,
      position: addedPosition,
      type: 'audio',
      codec: 'aac',
      isOriginal: false,
      channels: track.channels,
      sampleRate: track.sampleRate,
      status: 'ready',
      progress: 1,
      ended: true,
      codecs: made.codecs(),
      sizeBytes,
      bitrate: bandwidthOf(made.totals()).average,
    }
  } catch (error) {
    await expediteRemovals(library, library.db, content.environmentId, [target.outputId])
    throw error
  }
}

/** @throws Error if the video was re-encoded meanwhile, so that the next attempt matches it */
async function publish(
  library: Library,
  { id: contentId, environmentId, analysis }: ContentRow,
  ref: TrackRef,
  rendition: NewRendition,
): Promise<void> {
  const { outputId, name } = rendition
  try {
    await library.db.transaction(async (tx) => {
      const content = await lockContentRow(tx, { id: contentId, environmentId })
      if (!content?.analysis || !analysis) throw new ContentGone()
      if (!haveSameDuration(content.analysis, analysis)) throw new Error('the video was re-encoded meanwhile')
      const [track] = await tx
        .update(audioTracks)
        .set({ status: 'ready', progress: 1, errorId: null })
        .where(and(rowOf(audioTracks, ref), eq(audioTracks.status, 'processing')))
        .returning()
      if (!track) throw new ContentGone()
      await cancelOutputRemovals(tx, environmentId, [outputId])
      const isPrevious = and(eq(renditions.contentId, contentId), eq(renditions.name, name))
      const old = await tx.delete(renditions).where(isPrevious).returning({ outputId: renditions.outputId })
      const outputIds = old.map((each) => each.outputId)
      await scheduleOutputRemovals(library, tx, content, outputIds)
      await tx.insert(renditions).values(rendition)
      await recordTrack(tx, null, track, 'ready', {}, library.clock.now())
      await notifyPlayers(tx, content)
    })
  } catch (error) {
    await expediteRemovals(library, library.db, environmentId, [outputId])
    throw error
  }
}

/** Whether audio encoded for one analysis also fits the other. */
function haveSameDuration(one: Analysis, other: Analysis): boolean {
  return one.source.durationS === other.source.durationS
}

const isUnderWay = inArray(audioTracks.status, ['downloading', 'queued', 'processing'])

/** @throws ContentGone if the track was deleted or another attempt has finished it */
async function changeTrack(
  { db }: Library,
  track: TrackRef,
  change: Partial<typeof audioTracks.$inferInsert>,
): Promise<void> {
  const rows = await db
    .update(audioTracks)
    .set(change)
    .where(and(rowOf(audioTracks, track), isUnderWay))
    .returning({ id: audioTracks.id })
  if (rows.length === 0) throw new ContentGone()
}

/** Reports the progress of one part of the track's encoding. */
function startTrackProgress(
  library: Library,
  track: AudioTrackRow,
  from: number,
  share: number,
): ReportProgress {
  const { id, environmentId, contentId } = track
  const subject = { environmentId, object: { type: 'audio_track' as const, id }, contentId }
  return library.progress.start(subject, async (progress) => {
    const overall = from + share * progress
    await library.db
      .update(audioTracks)
      .set({ progress: overall })
      .where(and(rowOf(audioTracks, track), isUnderWay))
    return overall
  })
}
