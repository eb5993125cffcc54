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
  /** WebVTT storyboard of the DVR window. */
  storyboard: z.string(),
})

const pullUrl = z.string().check(
  z.maxLength(livestreamLimits.pullUrlLength),
  z.refine(
    (value) => URL.canParse(value) && pullProtocols.some((protocol) => new URL(value).protocol === protocol),
    messages.pullUrl,
  ),
)

/** Source of the media. `push`: an encoder connects. `pull`: Kinora reads a URL while the stream is started. `file`:
 * Kinora plays a ready video of the environment in a loop. */
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
  /** Whether the stream accepts a publisher. */
  started: z.boolean(),
  source: livestreamSource,
  /** ID of the slate image, which viewers see while no encoder sends. Changes with the image. Null for a dark slate. */
  slateImageId: z.nullable(z.string()),
  /** Addresses for encoders, without the stream key; null for protocols that this installation does not accept. */
  ingest: z.object({
    rtmp: z.string(),
    rtmps: z.nullable(z.string()),
    srt: z.nullable(z.string()),
    whip: z.nullable(z.string()),
    /** Credentials of a backup encoder, which publishes to the same addresses. `{streamKey}` stands for the stream key.
     * Viewers see the backup while the primary encoder sends nothing. */
    backup: z.object({
      /** Stream key for RTMP and RTMPS. */
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
  /** DVR window: how far viewers can seek back, in seconds. 0 turns it off. */
  dvrWindowS: z.number(),
  /** Reconnect window: how long the session continues after the publisher has disconnected, in seconds. */
  reconnectWindowS: z.number(),
  /** Null for the default profile of the environment. */
  encodingProfileId: z.nullable(uuid),
  /** Whether a second publisher replaces the first one. Otherwise it is refused, unless the first one has sent no media
   * for 2 s. */
  takeover: z.boolean(),
  /** How the playlists of the stream announce breaks. Playlists of ad channels contain the ads instead. */
  adMarkers: z.enum(adMarkerStyles),
  tags: z.array(z.string()),
  metadata: z.array(metadataEntry),
  /** When the current session became active; null without a session. */
  activeSince: z.nullable(time),
  /** ID of the video that records the current session. */
  recordingId: z.nullable(uuid),
  /** Announced start, shown to viewers. It does not start the stream. */
  scheduledAt: z.nullable(time),
  /** End of the test signal; null if none is sent. */
  testSignalUntil: z.nullable(time),
  /** Whether a backup encoder is connected. */
  backupConnected: z.boolean(),
  /** Number of custom URLs. */
  customPlaybacks: z.number(),
  addedBy: z.string(),
  createdAt: time,
})
export type Livestream = z.infer<typeof livestream>

/** Credentials of an encoder. */
export const streamKey = z.object({
  streamKey: z.string(),
  srtPassphrase: z.string(),
  createdAt: time,
  /** When the previous key expires, if it is still valid. */
  previousKeyValidUntil: z.nullable(time),
})
export type StreamKey = z.infer<typeof streamKey>

/** Permits a browser to publish with WHIP. */
export const browserPermit = z.object({
  /** A bearer token for `POST /whip`. */
  token: z.string(),
  expiresAt: time,
})
export type BrowserPermit = z.infer<typeof browserPermit>

/** Number of streams by display status, and the names of all groups. */
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
  /** Defaults to the policy of the video that the stream repeats, or else to `public`. */
  playbackPolicy: z.optional(fields.playbackPolicy),
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
  /** Without it, a stream that is changed to repeat a signed video becomes signed. */
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
  /** Length of the test signal. */
  seconds: z._default(testSignalS, 300),
})

export const rotateKeyBody = z.object({
  /** Seconds that the current key stays valid. 0 disconnects encoders that use it. */
  oldKeyValidS: z._default(wholeSeconds(mostOldKeyS, messages.oldKeyValid), 0),
})
