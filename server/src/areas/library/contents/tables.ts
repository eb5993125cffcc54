import {
  contentCategories,
  type MetadataEntry,
  type PlaybackRestrictions,
  playbackPolicies,
  videoCodecs,
} from '@kinora/contract'
import type { Storyboard } from '@kinora/media'
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { sortName } from '../../../platform/database/name-order.ts'
import { moment } from '../../../platform/database/tables.ts'
import type { StoredAddress } from '../../../platform/net/stored-address.ts'
import type { Analysis, Reencode, UsedProfile } from './content-facts.ts'
import { unrestricted } from './restrictions.ts'

const sizeBytes = (name: string) => bigint(name, { mode: 'number' })

/** Value of `trashedAt` of permanently deleted contents: they are hidden at once, and sweeps delete them. */
export const deletedMark = new Date(0)

/** Condition: the row is not in the trash. */
function isKept(trashedAt: AnyPgColumn): SQL {
  return sql`${trashedAt} IS NULL`
}

/** Folders. */
export const collections = pgTable(
  'asset_collections',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    /** The parent folder; null for a top-level folder. */
    parentId: uuid('parent_id').references((): AnyPgColumn => collections.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull(),
    trashedAt: moment('trashed_at'),
    /** The folder that was moved to the trash: this one or one above it. */
    trashedWith: uuid('trashed_with'),
  },
  (table) => [
    index('asset_collections_level').on(table.environmentId, table.parentId, sortName(table.name)),
    index('asset_collections_parent').on(table.parentId),
    index('asset_collections_trash').on(table.trashedAt).where(sql`${table.trashedAt} IS NOT NULL`),
  ],
)

export const contents = pgTable(
  'contents',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    tags: text('tags').array().notNull().default([]),
    metadata: jsonb('metadata').notNull().default([]).$type<MetadataEntry[]>(),
    externalId: text('external_id'),
    /** Distinct words of its published subtitles. */
    subtitleWords: text('subtitle_words').notNull().default(''),
    /** Title, description, tags and more, folded for search. */
    searchText: text('search_text').notNull(),
    /** Version of the folding. */
    searchVersion: smallint('search_version').notNull().default(0),
    status: text('status', { enum: ['pending', 'processing', 'ready', 'failed'] }).notNull(),
    stage: text('stage', {
      enum: ['uploading', 'downloading', 'queued', 'cutting', 'reading', 'packaging', 'encoding'],
    }),
    playable: boolean('playable').notNull().default(false),
    progress: real('progress').notNull().default(0),
    /** Estimated end of the current step; null without an estimate. */
    expectedAt: moment('expected_at'),
    errorId: text('error_id'),
    durationS: doublePrecision('duration_s'),
    /** Shorter side of the displayed frame in pixels: 1080 for 1080p. */
    shortSide: integer('short_side'),
    playbackPolicy: text('playback_policy', { enum: playbackPolicies }).notNull(),
    playbackId: text('playback_id').notNull(),
    playbackName: text('playback_name').notNull().default(''),
    playbackRestrictions: jsonb('playback_restrictions')
      .notNull()
      .default(unrestricted)
      .$type<PlaybackRestrictions>(),
    category: text('category', { enum: contentCategories }).notNull().default('Video'),
    fileName: text('file_name'),
    sourceUrl: text('source_url').$type<StoredAddress>(),
    sourceBytes: sizeBytes('source_bytes'),
    /** A test video: short, marked, and deleted after a day. */
    isTest: boolean('is_test').notNull().default(false),
    /** Id of the current source file; null for the first one. */
    sourceId: uuid('source_id'),
    /** The encoding profile; null for the built-in one. */
    profile: jsonb('profile').$type<UsedProfile>(),
    reencode: jsonb('reencode').$type<Reencode>(),
    analysis: jsonb('analysis').$type<Analysis>(),
    hasPoster: boolean('has_poster').notNull().default(false),
    /** The thumbnail that was chosen as the poster; null for the generated one. */
    posterId: uuid('poster_id'),
    storyboard: jsonb('storyboard').$type<Storyboard>(),
    hasWaveform: boolean('has_waveform').notNull().default(false),
    imagesErrorId: text('images_error_id'),
    addedBy: text('added_by'),
    /** The user, or the creator of the API token. Null in rows that are older than this column. */
    addedById: uuid('added_by_id'),
    /** The content that it was cut from, which may be deleted. */
    clipOf: uuid('clip_of'),
    /** Source file of that content; null for its first one. */
    clipSourceId: uuid('clip_source_id'),
    /** The live stream of a recording or of its clip. */
    streamId: uuid('stream_id'),
    recordedFrom: moment('recorded_from'),
    /** Null while it grows. */
    recordedTo: moment('recorded_to'),
    clipStartS: doublePrecision('clip_start_s'),
    clipEndS: doublePrecision('clip_end_s'),
    collectionId: uuid('collection_id').references(() => collections.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
    trashedAt: moment('trashed_at'),
    /** The folder that was moved to the trash with it; null if it was moved alone. */
    trashedWith: uuid('trashed_with'),
  },
  (table) => [
    uniqueIndex('contents_playback').on(table.playbackId),
    index('contents_newest')
      .on(table.environmentId, table.createdAt.desc().nullsFirst(), table.id)
      .where(isKept(table.trashedAt)),
    index('contents_title')
      .on(table.environmentId, sortName(table.title), table.id)
      .where(isKept(table.trashedAt)),
    index('contents_duration')
      .on(table.environmentId, table.durationS, table.id)
      .where(isKept(table.trashedAt)),
    index('contents_size')
      .on(table.environmentId, table.sourceBytes.asc().nullsFirst(), table.id)
      .where(isKept(table.trashedAt)),
    index('contents_resolution')
      .on(table.environmentId, table.shortSide.asc().nullsFirst(), table.id)
      .where(isKept(table.trashedAt)),
    index('contents_added_by')
      .on(table.environmentId, sql`${sortName(table.addedBy)} nulls first`, table.id)
      .where(isKept(table.trashedAt)),
    index('contents_own').on(table.environmentId, table.addedById),
    index('contents_status')
      .on(table.environmentId, table.status, table.createdAt.desc().nullsFirst())
      .where(isKept(table.trashedAt)),
    index('contents_collection').on(table.collectionId, table.createdAt.desc().nullsFirst(), table.id),
    index('contents_loose')
      .on(table.environmentId, table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.collectionId} IS NULL AND ${table.trashedAt} IS NULL`),
    index('contents_trash').on(table.trashedAt).where(sql`${table.trashedAt} IS NOT NULL`),
    index('contents_trash_newest')
      .on(table.environmentId, table.trashedAt.asc().nullsFirst(), table.id)
      .where(sql`${table.trashedAt} IS NOT NULL AND ${table.trashedWith} IS NULL`),
    index('contents_search').using('gin', table.searchText.op('gin_trgm_ops')),
    index('contents_tags').using('gin', table.tags),
    index('contents_metadata').using('gin', table.metadata.op('jsonb_path_ops')),
    index('contents_in_work')
      .on(table.environmentId, table.id)
      .where(sql`${table.stage} IS NOT NULL AND ${table.trashedAt} IS NULL`),
    index('contents_external')
      .on(table.environmentId, table.externalId)
      .where(sql`${table.externalId} IS NOT NULL`),
    index('contents_source')
      .on(table.environmentId, sql`md5(split_part(${table.sourceUrl}, ' sealed:', 1))`)
      .where(sql`${table.sourceUrl} IS NOT NULL`),
    index('contents_clips')
      .on(table.clipOf, table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.clipOf} IS NOT NULL`),
    index('contents_social')
      .on(table.environmentId, table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.category} = 'SocialClip' AND ${table.trashedAt} IS NULL`),
    index('contents_recordings')
      .on(table.environmentId, table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.category} = 'LiveRecording' AND ${table.trashedAt} IS NULL`),
    index('contents_stale_search').on(table.searchVersion),
    index('contents_expiry').on(table.expiresAt).where(sql`${table.expiresAt} IS NOT NULL`),
  ],
)

/** Excludes permanently deleted contents. */
export const isNotDeleted = sql`${contents.trashedAt} IS DISTINCT FROM ${deletedMark.toISOString()}::timestamptz`

/**
 * The number of contents, as differences to be summed. Triggers insert a row in the transaction of the change, because
 * inserts block no other transaction.
 */
export const contentCounts = pgTable(
  'content_counts',
  {
    environmentId: uuid('environment_id').notNull(),
    collectionId: uuid('collection_id'),
    status: text('status').notNull(),
    isTrashed: boolean('is_trashed').notNull(),
    change: bigint('change', { mode: 'number' }).notNull(),
    /** Total size of their sources. */
    bytes: sizeBytes('bytes').notNull(),
  },
  (table) => [
    index('content_counts_environment').on(table.environmentId, table.status),
    index('content_counts_collection').on(table.collectionId),
  ],
)

export const renditions = pgTable(
  'renditions',
  {
    id: uuid('id').primaryKey(),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    /** Order in the ladder, low to high; audio comes after video. */
    position: integer('position').notNull(),
    /** Name in the plan: `720p`, `audio-0`. */
    name: text('name').notNull(),
    type: text('type', { enum: ['video', 'audio'] }).notNull(),
    codec: text('codec', { enum: [...videoCodecs, 'aac'] })
      .notNull()
      .default('h264'),
    isOriginal: boolean('is_original').notNull(),
    width: integer('width'),
    height: integer('height'),
    frameRate: doublePrecision('frame_rate'),
    bitrate: integer('bitrate').notNull(),
    language: text('language'),
    label: text('label'),
    isDefault: boolean('is_default').notNull().default(false),
    channels: integer('channels'),
    /** Sample rate of audio in Hz. */
    sampleRate: integer('sample_rate'),
    status: text('status', { enum: ['queued', 'processing', 'ready', 'failed'] }).notNull(),
    progress: real('progress').notNull().default(0),
    errorId: text('error_id'),
    /** Identifies the files of this attempt. A new attempt has a new id, because segments are cached forever. */
    outputId: uuid('output_id').notNull(),
    /** Null until a segment is recorded. */
    codecs: text('codecs'),
    ended: boolean('ended').notNull().default(false),
    sizeBytes: sizeBytes('size_bytes'),
    /** Why its MP4 could not be made. */
    downloadErrorId: text('download_error_id'),
    /** Whether a caller has received this error. */
    downloadErrorReported: boolean('download_error_reported').notNull().default(false),
  },
  (table) => [
    uniqueIndex('renditions_name').on(table.contentId, table.name),
    uniqueIndex('renditions_output').on(table.outputId),
  ],
)

export type NewRendition = typeof renditions.$inferInsert

/** Further playback ids of a video. Its own id is a column of its row. */
export const playbackIds = pgTable(
  'playback_ids',
  {
    id: text('id').primaryKey(),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    policy: text('policy', { enum: playbackPolicies }).notNull(),
    restrictions: jsonb('restrictions').notNull().$type<PlaybackRestrictions>(),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('playback_ids_content').on(table.contentId, table.createdAt)],
)

export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    environmentId: uuid('environment_id').notNull(),
    fileName: text('file_name').notNull(),
    fileSize: sizeBytes('file_size').notNull(),
    partSize: integer('part_size').notNull(),
    partCount: integer('part_count').notNull(),
    /** Purpose of the file: the video's source, an audio track, or a new source. */
    kind: text('kind', { enum: ['source', 'track', 'replacement'] })
      .notNull()
      .default('source'),
    /** ID of the audio track or the reencode. */
    targetId: uuid('target_id'),
    /** The storage's id of the multipart upload. */
    multipartId: text('multipart_id').notNull(),
    status: text('status', { enum: ['pending', 'completed'] }).notNull(),
    createdAt: moment('created_at').notNull(),
    /** Last activity. */
    touchedAt: moment('touched_at').notNull(),
  },
  (table) => [
    uniqueIndex('uploads_first').on(table.contentId).where(sql`${table.kind} = 'source'`),
    uniqueIndex('uploads_target').on(table.targetId).where(sql`${table.targetId} IS NOT NULL`),
    index('uploads_content').on(table.contentId),
    index('uploads_pending').on(table.touchedAt).where(sql`${table.status} = 'pending'`),
  ],
)

export type UploadRow = typeof uploads.$inferSelect
