import type { AudioRole, ContentStatus, PlaybackPolicy, PlaybackRestrictions } from '@kinora/contract'
import type { Storyboard, TextTrack } from '@kinora/media'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { listTracks, trackLabel } from '../audio/audio-track-view.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { contents, renditions } from '../contents/tables.ts'
import { getSegmentsAfter } from '../encoding/segments.ts'
import { type RenditionFacts, retiredRenditions } from '../encoding-profiles/tables.ts'
import { getStoredThumbnail, type StoredThumbnail } from '../images/stored-thumbnails.ts'
import { subtitles, subtitleVersions } from '../subtitles/tables.ts'
import { emptyTimeline, extendTimeline, type SegmentTimeline } from './segment-timeline.ts'
import { playbackIds } from './tables.ts'

/** What playing a video takes: whose it is, where its files are, what can be played of it now. */
export interface PlayableVideo {
  readonly contentId: string
  readonly environmentId: string
  /** The id that it was asked for by, and what holds for that one. */
  readonly playbackId: string
  readonly policy: PlaybackPolicy
  readonly restrictions: PlaybackRestrictions
  readonly status: ContentStatus
  readonly title: string
  readonly description: string
  readonly addedAt: Date
  readonly durationS: number
  /** As a person sees it; null for sound alone. */
  readonly display: { readonly width: number; readonly height: number } | null
  /** The source's pictures do not come at one rate. */
  readonly isVfr: boolean
  readonly hasPoster: boolean
  /** Which file it was made of; null for the first. */
  readonly sourceId: string | null
  /** The stored image that was chosen as the poster; null for the one that Kinora drew. */
  readonly poster: StoredThumbnail | null
  readonly storyboard: Storyboard | null
  readonly hasWaveform: boolean
  readonly renditions: readonly PlayableRendition[]
  /** What others took the place of a short while ago, for those who watch it still. New viewers do not get it. */
  readonly retired: readonly RetiredEncoding[]
  /** When the source's first frame is shown, in seconds from its time zero. */
  readonly firstFrameS: number
  /** Audio alone is offered for lines that are too slow for any video. */
  readonly audioIsRung: boolean
  /** Its audio tracks in the order in which viewers see them. */
  readonly tracks: readonly PlayableTrack[]
  /** The published ones, the oldest first. */
  readonly subtitles: readonly PlayableSubtitle[]
}

/** All renditions that one encoding of the video had. */
export interface RetiredEncoding {
  readonly renditions: readonly PlayableRendition[]
}

export interface PlayableTrack {
  /** Of its rendition. */
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
 * The video behind a public id, with every rendition that has something to play; null if there is none.
 * @param known of the same video at an earlier time: only segments after these are read
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
    .where(and(eq(subtitles.contentId, content.id), eq(subtitleVersions.state, 'published')))
    .orderBy(asc(subtitles.id))
  const poster = content.posterId === null ? null : await getStoredThumbnail(db, content.id, content.posterId)
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
    display: video ? { width: video.displayWidth, height: video.displayHeight } : null,
    isVfr: video?.isVfr ?? false,
    hasPoster: content.hasPoster || poster !== null,
    sourceId: content.sourceId,
    poster,
    storyboard: content.storyboard,
    hasWaveform: content.hasWaveform,
    renditions: content.playable ? await addSegments(db, rows.flatMap(factsOf), known) : [],
    retired: await getRetiredEncodings(db, content.id, known),
    firstFrameS: source && video ? Math.max(0, video.startTimeS - source.startTimeS) : 0,
    audioIsRung: content.profile?.settings.audio.asRung === true,
    tracks: await getPlayableTracks(db, content.id, rows),
    subtitles: texts,
  }
}

/** Audio without a track of its own, as an older version of this program leaves it, is named after its rendition. */
async function getPlayableTracks(
  db: Queryable,
  contentId: string,
  rows: readonly (typeof renditions.$inferSelect)[],
): Promise<PlayableTrack[]> {
  const tracks = await listTracks(db, contentId)
  const named = new Set(tracks.map(({ renditionName }) => renditionName))
  const unnamed = rows.filter(({ type, name }) => type === 'audio' && !named.has(name))
  return [
    ...tracks.map((row) => ({ ...row, ...trackLabel(row) })),
    ...unnamed.map(({ name: renditionName, label, language, isDefault }, position) => ({
      ...{ renditionName, role: 'main' as const, isDefault },
      ...trackLabel({ name: label, languageCode: language, position }),
    })),
  ]
}

interface Found {
  readonly content: ContentRow
  readonly policy: PlaybackPolicy
  readonly restrictions: PlaybackRestrictions
}

async function findByOwnId(db: Queryable, playbackId: string): Promise<Found | null> {
  const [content] = await db
    .select()
    .from(contents)
    .where(and(eq(contents.playbackId, playbackId), isNull(contents.trashedAt)))
  if (!content) return null
  return { content, policy: content.playbackPolicy, restrictions: content.playbackRestrictions }
}

async function findByFurtherId(db: Queryable, playbackId: string): Promise<Found | null> {
  const [row] = await db
    .select({ content: contents, policy: playbackIds.policy, restrictions: playbackIds.restrictions })
    .from(playbackIds)
    .innerJoin(contents, eq(contents.id, playbackIds.contentId))
    .where(and(eq(playbackIds.id, playbackId), isNull(contents.trashedAt)))
  return row ?? null
}

/** What a published version says, null where there is none (any more). */
export async function getPublishedTrack(db: Queryable, versionId: string): Promise<TextTrack | null> {
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

/** As long as they are there: the sweep takes them away when their time is over. */
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

/** Those of them that have segments. */
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
      ended: row.ended,
    },
  ]
}
