import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, livestreams } from './base.ts'
import { monitorWindows } from './values.ts'

/** What happened to a stream: its encoder came or left, viewers saw the slate or the encoder again,
 * another server took it over. */
export const monitorEventTypes = [
  'connected',
  'disconnected',
  'refused',
  /** The encoder was disconnected, with the limit or the size. */
  'bitrate-too-high',
  'picture-too-large',
  /** The source that Kinora reads failed, and why. It is tried again. */
  'source-failed',
  /** A message of the encoder about a break cannot be read: how it came and why, and how many there were since the last
   * one of these events. */
  'cue-invalid',
  'backup-connected',
  'backup-disconnected',
  /** Viewers see the backup encoder. */
  'failover',
  /** Viewers see the primary encoder again. */
  'failback',
  /** A rendition ended, because the machine is too slow for it: its name. */
  'left-out',
  /** Keyframes are too far apart, so the top rendition is encoded. */
  'top-encoded',
  /** The top rendition is the source as it is again. */
  'top-as-sent',
  'slate',
  'recovered',
  'continued',
  'ended',
] as const
export type MonitorEventType = (typeof monitorEventTypes)[number]

/** What is wrong with a stream, with the measured figure. */
export const streamWarnings = [
  /** Seconds between keyframes. Low latency needs 2 or less. */
  'keyframes-far-apart',
  /** Frames per second. */
  'frame-rate-low',
  /** Frames that were left out in the last minute. */
  'frames-dropped',
  /** Number of encoded renditions; `detail` names those that are left out because the machine is too slow. */
  'rungs-shed',
  /** Milliseconds from the end of a part until viewers get it. */
  'parts-late',
  /** No figure. */
  'no-audio',
  /** Seconds for which the audio has been silent. */
  'audio-silent',
  /** Milliseconds by which audio arrives before the video of its time; negative if it arrives after it. */
  'audio-offset',
  /** Encoded seconds in a second. Below 1 the server cannot keep up. */
  'encoder-slow',
] as const

const point = z.object({
  at: time,
  bitrateKbps: z.number(),
  frameRate: z.number(),
  keyframeIntervalS: z.nullable(z.number()),
  droppedFrames: z.number(),
  partDelayMs: z.nullable(z.number()),
  /** Encoded renditions that are left out because the machine is too slow. */
  rungsShed: z.number(),
  viewers: z.number(),
  /** Root mean square against full scale, in dBFS. Silence is -100. Null if it is not known. */
  audioLevelDbfs: z.nullable(z.number()),
  /** By how much audio arrives before the video of its time, in ms; negative if it arrives after it. */
  audioOffsetMs: z.nullable(z.number()),
  /** Seconds that the lower renditions advance in a second: 1 in real time. Null if there are none. */
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

/** Renditions of a stream that is live. The still image of one is that of the stream with its `id` as `v`. */
const liveRendition = z.object({ id: z.string(), name: z.string() })

export const monitors = z.object({
  /** Of video, the source first; empty if the stream is not live. */
  renditions: z.array(liveRendition),
  /** The latest figures of a stream that is live; null otherwise. */
  health: z.nullable(streamHealth),
  /** Means of equal steps, oldest first. Steps without a signal are left out. */
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
    summary: 'Get the health of a live stream: its latest figures, their course and what happened to it.',
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
