import * as z from 'zod/mini'
import { name, oneLine, time, uuid } from '../common.ts'
import {
  metadataBody,
  metadataEntry,
  playbackPolicies,
  playbackRestrictions,
  playbackToken,
  typedTags,
} from '../library/index.ts'
import { messages } from '../messages.gen.ts'
import { livestreamLimits } from './limits.ts'
import { adMarkerStyles, displayStatuses, latencyModes, livestreamStatuses, pullProtocols } from './values.ts'

export const livestreamUrls = z.object({
  hls: z.string(),
  /** Null if this installation does not serve WebRTC. */
  whep: z.nullable(z.string()),
  embed: z.string(),
  embedCode: z.string(),
  shareable: z.string(),
  thumbnail: z.string(),
  /** WebVTT with a picture for the times that viewers can go back to. */
  storyboard: z.string(),
})

const pullUrl = z.string().check(
  z.maxLength(livestreamLimits.pullUrlLength),
  z.refine(
    (value) => URL.canParse(value) && pullProtocols.some((protocol) => new URL(value).protocol === protocol),
    messages.pullUrl,
  ),
)

/** Where the pictures come from: an encoder that connects, an address that Kinora reads while the stream is started, or
 * a ready video of the environment that it plays again and again. */
export const livestreamSource = z.discriminatedUnion('type', [
  z.object({ type: z.literal('push') }),
  z.object({ type: z.literal('pull'), url: pullUrl }),
  z.object({ type: z.literal('file'), contentId: uuid }),
])
export type LivestreamSource = z.infer<typeof livestreamSource>

export const livestream = z.object({
  id: uuid,
  environmentId: uuid,
  name: z.string(),
  /** Whether each session is recorded. */
  record: z.boolean(),
  group: z.nullable(z.string()),
  status: z.enum(livestreamStatuses),
  displayStatus: z.enum(displayStatuses),
  /** Whether a publisher may connect. */
  started: z.boolean(),
  source: livestreamSource,
  /** Changes with the image that viewers see while the encoder is away. Null for a dark picture. */
  slateImageId: z.nullable(z.string()),
  /** Addresses for encoders, without the stream key; null for protocols that this installation does not accept. */
  ingest: z.object({
    rtmp: z.string(),
    rtmps: z.nullable(z.string()),
    srt: z.nullable(z.string()),
    whip: z.nullable(z.string()),
    /** What a backup encoder sends to the same addresses in place of the stream key, with `{streamKey}` for it. Viewers
     * see the backup while the primary encoder is silent. */
    backup: z.object({
      /** For RTMP and RTMPS. */
      streamKey: z.string(),
      srtStreamId: z.string(),
    }),
  }),
  playbackId: z.string(),
  playbackPolicy: z.enum(playbackPolicies),
  playbackRestrictions,
  playbackToken,
  urls: livestreamUrls,
  latencyMode: z.enum(latencyModes),
  /** How far viewers can seek back, in seconds. 0 for the live edge only. */
  dvrWindowS: z.number(),
  /** How long the stream stays live after its publisher has disconnected, in seconds. */
  reconnectWindowS: z.number(),
  /** Null for the default profile of the environment. */
  encodingProfileId: z.nullable(uuid),
  /** A second publisher replaces the first one; otherwise it is refused. */
  takeover: z.boolean(),
  /** How its own playlists announce breaks. Those of its ad channels have ads instead. */
  adMarkers: z.enum(adMarkerStyles),
  tags: z.array(z.string()),
  metadata: z.array(metadataEntry),
  /** When the current session became active; null outside of sessions. */
  activeSince: z.nullable(time),
  /** The video that the current session is recorded to. */
  recordingId: z.nullable(uuid),
  /** When the stream is planned to start, for viewers; null if no time is set. It starts nothing. */
  scheduledAt: z.nullable(time),
  /** Until when Kinora publishes a test signal; null if it does not. */
  testSignalUntil: z.nullable(time),
  /** A backup encoder is connected. */
  backupConnected: z.boolean(),
  /** Number of its custom playback URLs. */
  customPlaybacks: z.number(),
  addedBy: z.string(),
  createdAt: time,
})
export type Livestream = z.infer<typeof livestream>

/** A secret that encoders publish with. */
export const streamKey = z.object({
  streamKey: z.string(),
  srtPassphrase: z.string(),
  createdAt: time,
  /** When the previous key expires, if it is still valid. */
  previousKeyValidUntil: z.nullable(time),
})
export type StreamKey = z.infer<typeof streamKey>

/** Lets a browser publish by WHIP. */
export const browserPermit = z.object({
  /** A bearer token for `POST /whip`. */
  token: z.string(),
  expiresAt: time,
})
export type BrowserPermit = z.infer<typeof browserPermit>

/** Numbers of streams, and the groups by name. */
export const livestreamSummary = z.object({
  total: z.number(),
  live: z.number(),
  active: z.number(),
  offline: z.number(),
  groups: z.array(z.string()),
})
export type LivestreamSummary = z.infer<typeof livestreamSummary>

const { groupLength, mostDvrS, mostOldKeyS, mostReconnectS } = livestreamLimits

export const groupName = z.string().check(
  z.minLength(1, messages.required),
  z.maxLength(groupLength),
  oneLine,
  z.refine((value) => value.trim() === value, messages.whiteSpace),
)

function wholeSeconds(most: number, message: string) {
  return z.int(message).check(z.minimum(0, message), z.maximum(most, message))
}

const fields = {
  record: z.boolean(),
  group: z.nullable(groupName),
  latencyMode: z.enum(latencyModes),
  playbackPolicy: z.enum(playbackPolicies, messages.playbackPolicy),
  playbackRestrictions,
  reconnectWindowS: wholeSeconds(mostReconnectS, messages.reconnectWindow),
  dvrWindowS: wholeSeconds(mostDvrS, messages.dvrWindow),
  encodingProfileId: z.nullable(uuid),
  takeover: z.boolean(),
  adMarkers: z.enum(adMarkerStyles),
  scheduledAt: z.nullable(time),
  source: livestreamSource,
  tags: typedTags,
  metadata: metadataBody,
}

export const createLivestreamBody = z.object({
  name,
  record: z._default(fields.record, true),
  group: z._default(fields.group, null),
  latencyMode: z._default(fields.latencyMode, 'low'),
  playbackPolicy: z._default(fields.playbackPolicy, 'public'),
  playbackRestrictions: z.optional(playbackRestrictions),
  reconnectWindowS: z._default(fields.reconnectWindowS, 60),
  dvrWindowS: z._default(fields.dvrWindowS, 0),
  encodingProfileId: z._default(fields.encodingProfileId, null),
  takeover: z._default(fields.takeover, false),
  adMarkers: z._default(fields.adMarkers, 'none'),
  scheduledAt: z._default(fields.scheduledAt, null),
  source: z._default(fields.source, { type: 'push' }),
  tags: z._default(fields.tags, []),
  metadata: z._default(fields.metadata, []),
})

export const updateLivestreamBody = z.object({
  name: z.optional(name),
  record: z.optional(fields.record),
  group: z.optional(fields.group),
  latencyMode: z.optional(fields.latencyMode),
  playbackPolicy: z.optional(fields.playbackPolicy),
  playbackRestrictions: z.optional(playbackRestrictions),
  reconnectWindowS: z.optional(fields.reconnectWindowS),
  dvrWindowS: z.optional(fields.dvrWindowS),
  encodingProfileId: z.optional(fields.encodingProfileId),
  takeover: z.optional(fields.takeover),
  adMarkers: z.optional(fields.adMarkers),
  scheduledAt: z.optional(fields.scheduledAt),
  source: z.optional(fields.source),
  tags: z.optional(fields.tags),
  metadata: z.optional(fields.metadata),
})

const testSignalS = z
  .int(messages.testSignal)
  .check(z.minimum(10, messages.testSignal), z.maximum(livestreamLimits.mostTestSignalS, messages.testSignal))

export const testSignalBody = z.object({
  /** How long the signal lasts, in seconds. */
  seconds: z._default(testSignalS, 300),
})

export const rotateKeyBody = z.object({
  /** How long encoders can still connect with the current key, in seconds. 0 disconnects them at once. */
  oldKeyValidS: z._default(wholeSeconds(mostOldKeyS, messages.oldKeyValid), 0),
})
