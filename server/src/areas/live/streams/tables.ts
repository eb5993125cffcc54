import {
  adMarkerStyles,
  cueOrigins,
  customPlaybackStatuses,
  type LivestreamSource,
  latencyModes,
  livestreamStatuses,
  type MetadataEntry,
  type PlaybackRestrictions,
  playbackPolicies,
} from '@kinora/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

export const liveStreams = pgTable(
  'live_streams',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    record: boolean('record').notNull(),
    group: text('stream_group'),
    /** Changed only by `states.ts`. */
    status: text('status', { enum: livestreamStatuses }).notNull(),
    /** Whether a publisher may connect. */
    started: boolean('started').notNull(),
    latencyMode: text('latency_mode', { enum: latencyModes }).notNull(),
    dvrWindowS: integer('dvr_window_s').notNull(),
    reconnectWindowS: integer('reconnect_window_s').notNull(),
    /** Whether a second publisher replaces the first one. */
    takeover: boolean('takeover').notNull(),
    adMarkers: text('ad_markers', { enum: adMarkerStyles }).notNull().default('none'),
    /** Null for the default profile of the environment. */
    encodingProfileId: uuid('encoding_profile_id'),
    playbackId: text('playback_id').notNull(),
    playbackPolicy: text('playback_policy', { enum: playbackPolicies }).notNull(),
    playbackRestrictions: jsonb('playback_restrictions').notNull().$type<PlaybackRestrictions>(),
    /** Source of the media. */
    source: jsonb('source').notNull().default({ type: 'push' }).$type<LivestreamSource>(),
    /** Complete URL of a source with secrets, which `source` hides. */
    sourceUrlEncrypted: text('source_url_encrypted'),
    /** The image that viewers see while no encoder sends. */
    slateImageId: text('slate_image_id'),
    tags: text('tags').array().notNull(),
    metadata: jsonb('metadata').notNull().$type<MetadataEntry[]>(),
    /** Name, group, tags and metadata, folded for search. */
    searchText: text('search_text').notNull(),
    /** When the current session became active. */
    activeSince: moment('active_since'),
    /** Announced start. */
    scheduledAt: moment('scheduled_at'),
    /** End of the test signal. */
    testSignalUntil: moment('test_signal_until'),
    /** Whether a backup encoder is connected. */
    backupConnected: boolean('backup_connected').notNull().default(false),
    /** The content that the current session is recorded to. */
    recordingId: uuid('recording_id'),
    addedBy: text('added_by').notNull(),
    /** The user, or the creator of the API token. */
    addedById: uuid('added_by_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('live_streams_playback').on(table.playbackId),
    index('live_streams_newest').on(table.environmentId, table.createdAt.desc().nullsFirst(), table.id),
    index('live_streams_sources').on(table.id).where(sql`${table.source} ->> 'type' <> 'push'`),
    index('live_streams_on_air')
      .on(table.status)
      .where(sql`${table.status} IN ('connecting', 'active', 'reconnecting')`),
  ],
)

/** Current keys of streams, and previous keys while they are still valid. */
export const liveStreamKeys = pgTable(
  'live_stream_keys',
  {
    id: uuid('id').primaryKey(),
    streamId: uuid('stream_id')
      .notNull()
      .references(() => liveStreams.id, { onDelete: 'cascade' }),
    environmentId: uuid('environment_id').notNull(),
    /** SHA-256 in hexadecimal. Keys are random, so a fast hash is safe. */
    keyHash: text('key_hash').notNull(),
    keyEncrypted: text('key_encrypted').notNull(),
    srtPassphraseEncrypted: text('srt_passphrase_encrypted').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Null for the current key. */
    validUntil: moment('valid_until'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    uniqueIndex('live_stream_keys_hash').on(table.keyHash),
    uniqueIndex('live_stream_keys_current')
      .on(table.streamId)
      .where(sql`${table.validUntil} IS NULL AND ${table.revokedAt} IS NULL`),
    index('live_stream_keys_stream').on(table.streamId),
  ],
)

/** Live nodes: a row for each process that accepts publishers, which refreshes it while it runs. */
export const liveNodes = pgTable(
  'live_nodes',
  {
    id: uuid('id').primaryKey(),
    rtmpPort: integer('rtmp_port').notNull(),
    rtmpsPort: integer('rtmps_port'),
    srtPort: integer('srt_port'),
    webrtc: boolean('webrtc').notNull(),
    /** URL of the node's HTTP server, from which delivery reads streams. */
    internalUrl: text('internal_url').notNull(),
    startedAt: moment('started_at').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [index('live_nodes_seen').on(table.seenAt)],
)

/** Additional playback IDs of a stream, each for one partner. */
export const customPlaybacks = pgTable(
  'custom_playbacks',
  {
    id: uuid('id').primaryKey(),
    streamId: uuid('stream_id')
      .notNull()
      .references(() => liveStreams.id, { onDelete: 'cascade' }),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    partner: text('partner'),
    genre: text('genre'),
    language: text('language'),
    category: text('category'),
    status: text('status', { enum: customPlaybackStatuses }).notNull(),
    playbackId: text('playback_id').notNull(),
    /** Name and labels, folded for search. */
    searchText: text('search_text').notNull(),
    addedBy: text('added_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('custom_playbacks_playback').on(table.playbackId),
    index('custom_playbacks_stream').on(table.streamId, table.createdAt.desc().nullsFirst(), table.id),
  ],
)

/** Breaks of live streams, in which ad channels show ads. */
export const liveCues = pgTable(
  'live_cues',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    streamId: uuid('stream_id')
      .notNull()
      .references(() => liveStreams.id, { onDelete: 'cascade' }),
    /** Start, by the program date-time of the stream. */
    at: moment('at').notNull(),
    /** Null without a planned end. */
    durationS: doublePrecision('duration_s'),
    endedAt: moment('ended_at'),
    origin: text('origin', { enum: cueOrigins }).notNull(),
    /** The event ID of the encoder's message. */
    eventId: text('event_id'),
    /** Null if the encoder sent it. */
    addedBy: text('added_by'),
    /** SCTE-35 scope in the message of the encoder. Null if the message has none. */
    scope: text('scope', { enum: ['break', 'opportunity', 'ad'] }),
    /** Duration in the first announcement. */
    plannedS: doublePrecision('planned_s'),
    /** SCTE-35 messages of the encoder, in hex. */
    outMessage: text('out_message'),
    inMessage: text('in_message'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('live_cues_stream').on(table.streamId, table.at), index('live_cues_age').on(table.at)],
)
