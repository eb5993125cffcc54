import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, livestreams } from './base.ts'
import { monitorWindows } from './values.ts'

/** Events of a stream: connections of encoders, changes of the source that viewers see, changes of the ladder, and
 * takeovers by another server. `detail` adds the figure, name or reason. */
export const monitorEventTypes = [
  'connected',
  'disconnected',
  /** The encoder was disconnected, because its media cannot be taken. `detail`: the codec or the reason. */
  'refused',
  /** Viewers see no video of the encoder or source. `detail`: the reason. */
  'no-picture',
  /** The encoder was disconnected. `detail`: the limit. */
  'bitrate-too-high',
  /** The encoder was disconnected. `detail`: the size of its video. */
  'picture-too-large',
  /** The pulled source failed and will be retried. `detail`: the reason. */
  'source-failed',
  /** A process of the server that encodes or measures the stream fails each time it starts. It is tried again, with
   * pauses up to a minute. `detail`: its name. */
  'worker-failed',
  /** A cue of the encoder cannot be read. `detail`: its origin, the reason, and the number of invalid cues since the
   * last event of this type. */
  'cue-invalid',
  'backup-connected',
  'backup-disconnected',
  /** Viewers see the backup encoder. */
  'failover',
  /** Viewers see the primary encoder again. */
  'failback',
  /** A rendition was dropped because the server is too slow to encode it. `detail`: its name. */
  'left-out',
  /** The top rendition is encoded, because the keyframes of the source are too far apart. */
  'top-encoded',
  /** The top rendition is encoded, because keyframes of the source are no IDR pictures (open GOP). */
  'open-gop-encoded',
  /** The top rendition is encoded to H.264, because not all players support the codec of the source. `detail`: the
   * codec. */
  'codec-encoded',
  /** The top rendition is the unmodified source again, because the server is too slow to encode it. */
  'top-as-sent',
  'slate',
  'recovered',
  'continued',
  'ended',
] as const
export type MonitorEventType = (typeof monitorEventTypes)[number]

/** Health warnings. The comments name the figure in `value`. */
export const streamWarnings = [
  /** Seconds between keyframes. Low latency needs 2 or less. */
  'keyframes-far-apart',
  /** Usual bitrate of the last minutes in kbit/s. */
  'bitrate-low',
  /** Frames per second. */
  'frame-rate-low',
  /** Frames dropped in the last minute. */
  'frames-dropped',
  /** Number of renditions in the ladder. `detail` names those dropped because the server is too slow. */
  'rungs-shed',
  /** Milliseconds from the end of a part until viewers get it. */
  'parts-late',
  /** No figure. */
  'no-audio',
  /** Seconds of silence. */
  'audio-silent',
  /** Milliseconds by which audio is ahead of the video; negative if it is behind. */
  'audio-offset',
  /** Encoding speed: 1 is real time. Below 1 the server cannot keep up. */
  'encoder-slow',
] as const

const point = z.object({
  at: time,
  bitrateKbps: z.number(),
  frameRate: z.number(),
  keyframeIntervalS: z.nullable(z.number()),
  droppedFrames: z.number(),
  partDelayMs: z.nullable(z.number()),
  /** Renditions dropped because the server is too slow to encode them. */
  rungsShed: z.number(),
  viewers: z.number(),
  /** Root mean square against full scale, in dBFS. Silence is -100. Null if it is not known. */
  audioLevelDbfs: z.nullable(z.number()),
  /** Milliseconds by which audio is ahead of the video; negative if it is behind. */
  audioOffsetMs: z.nullable(z.number()),
  /** Encoding speed of the slowest rendition: 1 is real time. Null without encoded renditions. */
  encoderSpeed: z.nullable(z.number()),
})
export type MonitorPoint = z.infer<typeof point>

export const streamHealth = z.object({
  ...point.shape,
  width: z.number(),
  height: z.number(),
  videoCodec: z.nullable(z.string()),
  audioCodec: z.nullable(z.string()),
  warnings: z.array(
    z.object({
      id: z.enum(streamWarnings),
      value: z.nullable(z.number()),
      detail: z.optional(z.string()),
    }),
  ),
})
export type StreamHealth = z.infer<typeof streamHealth>

/** A rendition of a live stream. Its still image is the thumbnail URL of the stream with `?v=<id>`. */
const liveRendition = z.object({ id: z.string(), name: z.string() })

export const monitors = z.object({
  /** Video renditions, the source first. Empty if the stream is not live. */
  renditions: z.array(liveRendition),
  /** The latest figures of a stream that is live; null otherwise. */
  health: z.nullable(streamHealth),
  /** Averages over steps of `stepS`, oldest first. Steps without a signal are omitted. */
  points: z.array(point),
  stepS: z.number(),
  /** Newest first, at most 200. */
  events: z.array(z.object({ at: time, type: z.enum(monitorEventTypes), detail: z.string() })),
})
export type Monitors = z.infer<typeof monitors>

const monitorCalls = {
  getMonitors: call({
    method: 'GET',
    path: `${base}/livestreams/:id/monitors`,
    summary: 'Get the health of a live stream: its latest figures, their history and its events.',
    caller: 'environment',
    right: livestreams('read'),
    params: idParams,
    query: z.object({ window: z._default(z.enum(monitorWindows), '1h') }),
    answer: monitors,
    kind: 'json',
    status: 200,
  }),
}

export const monitorFeature = defineFeature({
  calls: monitorCalls,
})
