import type { AudioRole, ContentStatus, PlaybackPolicy, PlaybackRestrictions } from '@kinora/contract'
import { AUDIO, type Storyboard } from '@kinora/media'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { listTracks, trackLabel } from '../audio/audio-track-view.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { displayOf } from '../contents/display-size.ts'
import { partOf } from '../contents/part-of.ts'
import { contents, playbackIds, renditions } from '../contents/tables.ts'
import { getSegmentsAfter } from '../encoding/segments.ts'
import { type RenditionFacts, retiredRenditions } from '../encoding-profiles/tables.ts'
import { getStoredThumbnail, type StoredThumbnail } from '../images/stored-thumbnails.ts'
import { isRecorded } from '../recordings/source-less.ts'
import type { StoredTrack } from '../subtitles/subtitle-tasks.ts'
import { subtitles, subtitleVersions } from '../subtitles/tables.ts'
import { emptyTimeline, extendTimeline, type SegmentTimeline } from './segment-timeline.ts'

/** A video with all data for its playback. */
export interface PlayableVideo {
  readonly contentId: string
  readonly environmentId: string
  /** The playback id of the request, with its policy and restrictions. */
  readonly playbackId: string
  readonly policy: PlaybackPolicy
  readonly restrictions: PlaybackRestrictions
  readonly status: ContentStatus
  readonly title: string
  readonly description: string
  readonly addedAt: Date
  readonly durationS: number
  /** Displayed size; null for audio only. */
  readonly display: { readonly width: number; readonly height: number } | null
  /** Whether the source has a variable frame rate. */
  readonly isVfr: boolean
  /** Colors of the original. */
  readonly colors: { readonly pixFmt: string; readonly colorSpace: string }
  readonly isTest: boolean
  readonly hasPoster: boolean
  /** The source file; null for the first one. */
  readonly sourceId: string | null
  /** The thumbnail that was chosen as the poster; null for the generated one. */
  readonly poster: StoredThumbnail | null
  readonly storyboard: Storyboard | null
  /** Whether the video is a recording, which consists of segments and has no source file. */
  readonly isRecorded: boolean
  readonly hasWaveform: boolean
  readonly renditions: readonly PlayableRendition[]
  /** Recently replaced renditions, for viewers who still play them. New viewers do not get them. */
  readonly retired: readonly RetiredEncoding[]
  /** Time of the source's first frame in seconds, from its time zero. */
  readonly firstFrameS: number
  /** Whether to offer an audio-only variant for connections that are too slow for any video. */
  readonly audioIsRung: boolean
  /** Its audio tracks in display order. */
  readonly tracks: readonly PlayableTrack[]
  /** Published subtitles, oldest first. */
  readonly subtitles: readonly PlayableSubtitle[]
}

/** All renditions of one encoding of the video. */
export interface RetiredEncoding {
  readonly renditions: readonly PlayableRendition[]
}

export interface PlayableTrack {
  /** Name of the track's rendition. */
  readonly renditionName: string
  readonly name: string
  /** BCP 47. */
  readonly language: string | null
  readonly role: AudioRole
  readonly isDefault: boolean
}

export interface PlayableSubtitle {
  readonly versionId: string
  readonly name: string
  readonly languageCode: string
  readonly closedCaptions: boolean
}

export interface PlayableRendition extends RenditionFacts {
  readonly segments: SegmentTimeline
}

/** Timelines by output id. */
export type Timelines = ReadonlyMap<string, SegmentTimeline>

/**
 * The video of a playback id, with every rendition that can be played; null if there is none.
 * @param known timelines of the same video from an earlier call: only later segments are read
 */
export async function getPlayableVideo(
  db: Queryable,
  playbackId: string,
  known: Timelines = new Map(),
): Promise<PlayableVideo | null> {
  const found = (await findByOwnId(db, playbackId)) ?? (await findByFurtherId(db, playbackId))
  if (found === null) return null
  const { content, policy, restrictions } = found
  const rows = await db
    .select()
    .from(renditions)
    .where(eq(renditions.contentId, content.id))
    .orderBy(asc(renditions.position))
  const texts = await db
    .select({
      versionId: subtitleVersions.id,
      name: subtitleVersions.name,
      languageCode: subtitleVersions.languageCode,
      closedCaptions: subtitleVersions.closedCaptions,
    })
    .from(subtitleVersions)
    .innerJoin(subtitles, eq(subtitles.id, subtitleVersions.subtitleId))
    .where(and(partOf(subtitles, content), eq(subtitleVersions.state, 'published')))
    .orderBy(asc(subtitles.id))
  const poster = content.posterId === null ? null : await getStoredThumbnail(db, content, content.posterId)
  const source = content.analysis?.source
  const video = source?.video
  return {
    contentId: content.id,
    environmentId: content.environmentId,
    playbackId,
    policy,
    restrictions,
    status: content.status,
    title: content.title,
    description: content.description,
    addedAt: content.createdAt,
    durationS: content.durationS ?? 0,
    display: video ? { width: video.displayWidth, height: video.displayHeight } : displayOf(rows),
    isVfr: video?.isVfr ?? false,
    colors: { pixFmt: video?.pixFmt ?? '', colorSpace: video?.colorSpace ?? '' },
    isTest: content.isTest,
    hasPoster: content.hasPoster || poster !== null,
    sourceId: content.sourceId,
    poster,
    storyboard: content.storyboard,
    isRecorded: isRecorded(content),
    hasWaveform: content.hasWaveform,
    renditions: content.playable ? await addSegments(db, rows.flatMap(factsOf), known) : [],
    retired: await getRetiredEncodings(db, content.id, known),
    firstFrameS: source && video ? Math.max(0, video.startTimeS - source.startTimeS) : 0,
    audioIsRung: content.profile?.settings.audio.asRung === true,
    tracks: await getPlayableTracks(db, content, rows),
    subtitles: texts,
  }
}

/** Audio renditions without a row in `audio_tracks` are named after the rendition. */
async function getPlayableTracks(
  db: Queryable,
  content: ContentRow,
  rows: readonly (typeof renditions.$inferSelect)[],
): Promise<PlayableTrack[]> {
  const tracks = await listTracks(db, content)
  const named = new Set(tracks.map(({ renditionName }) => renditionName))
  const unnamed = rows.filter(({ type, name }) => type === 'audio' && !named.has(name))
  return [
    ...tracks.map((row) => ({ ...row, ...trackLabel(row) })),
    ...unnamed.map(({ name: renditionName, label, language, isDefault }, position) => ({
      renditionName,
      role: 'main' as const,
      isDefault,
      ...trackLabel({ name: label, languageCode: language, position }),
    })),
  ]
}

interface FoundVideo {
  readonly content: ContentRow
  readonly policy: PlaybackPolicy
  readonly restrictions: PlaybackRestrictions
}

async function findByOwnId(db: Queryable, playbackId: string): Promise<FoundVideo | null> {
  const [content] = await db
    .select()
    .from(contents)
    .where(and(eq(contents.playbackId, playbackId), isNull(contents.trashedAt)))
  if (!content) return null
  return { content, policy: content.playbackPolicy, restrictions: content.playbackRestrictions }
}

async function findByFurtherId(db: Queryable, playbackId: string): Promise<FoundVideo | null> {
  const [row] = await db
    .select({ content: contents, policy: playbackIds.policy, restrictions: playbackIds.restrictions })
    .from(playbackIds)
    .innerJoin(contents, eq(contents.id, playbackIds.contentId))
    .where(and(eq(playbackIds.id, playbackId), isNull(contents.trashedAt)))
  return row ?? null
}

/** The text of a published version; null if it is not published (any more). */
export async function getPublishedTrack(db: Queryable, versionId: string): Promise<StoredTrack | null> {
  const [track] = await db
    .select({
      cues: subtitleVersions.cues,
      styles: subtitleVersions.styles,
      regions: subtitleVersions.regions,
    })
    .from(subtitleVersions)
    .where(and(eq(subtitleVersions.id, versionId), eq(subtitleVersions.state, 'published')))
  return track ?? null
}

/** Retired renditions. The sweep deletes their rows when they expire. */
async function getRetiredEncodings(
  db: Queryable,
  contentId: string,
  known: Timelines,
): Promise<RetiredEncoding[]> {
  const rows = await db
    .select()
    .from(retiredRenditions)
    .where(eq(retiredRenditions.contentId, contentId))
    .orderBy(asc(retiredRenditions.position))
  const encodings = Map.groupBy(rows, ({ until }) => until.toISOString())
  const all = await addSegments(
    db,
    rows.map(({ rendition }) => rendition),
    known,
  )
  const byOutput = new Map(all.map((rendition) => [rendition.outputId, rendition]))
  return [...encodings.values()].map((group) => ({
    renditions: group.flatMap(({ outputId }) => byOutput.get(outputId) ?? []),
  }))
}

/** The renditions that have segments. */
async function addSegments(
  db: Queryable,
  facts: readonly RenditionFacts[],
  known: Timelines,
): Promise<PlayableRendition[]> {
  const counts = facts.map(({ outputId }) => [outputId, known.get(outputId)?.count ?? 0] as const)
  const added = await getSegmentsAfter(db, new Map(counts))
  return facts.flatMap((each) => {
    const timeline = known.get(each.outputId) ?? emptyTimeline()
    const segments = extendTimeline(timeline, added.get(each.outputId) ?? [])
    return segments.count === 0 ? [] : [{ ...each, segments }]
  })
}

export function factsOf(row: typeof renditions.$inferSelect): RenditionFacts[] {
  if (row.codecs === null || row.status === 'failed') return []
  return [
    {
      outputId: row.outputId,
      name: row.name,
      type: row.type,
      codec: row.codec,
      isOriginal: row.isOriginal,
      codecs: row.codecs,
      width: row.width ?? 0,
      height: row.height ?? 0,
      frameRate: row.frameRate ?? 0,
      channels: row.channels ?? 2,
      sampleRate: row.sampleRate ?? AUDIO.sampleRate,
      ended: row.ended,
    },
  ]
}
