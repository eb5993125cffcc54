import * as z from 'zod/mini'
import { call } from '../call.ts'
import { defineFeature } from '../feature.ts'

const playbackId = z.string().check(z.regex(/^[A-Za-z0-9]{10,40}$/))
const playbackParams = z.object({ playbackId })
// Players, CDNs and other people's pages add parameters of their own to these addresses, so unknown ones are ignored.

/** A playback token: a JWT signed with RS256, for IDs with the policy `signed`. Its `sub` is the playback ID. */
const token = z.optional(z.string().check(z.maxLength(4096)))
const signable = z.looseObject({ token })
/** Pages read the other options in the browser. */
const pageQuery = z.looseObject({ token, logo: z.optional(z.string()) })
/** Blocking playlist reload and delta updates of Low-Latency HLS (RFC 8216bis 6.2.5), for playlists that support
 * them. */
const reloadable = z.looseObject({
  token,
  _HLS_msn: z.optional(z.int().check(z.minimum(0))),
  _HLS_part: z.optional(z.int().check(z.minimum(0))),
  _HLS_skip: z.optional(z.enum(['YES', 'v2'])),
})
const version = z.optional(z.string().check(z.maxLength(60)))
const versioned = z.looseObject({ token, v: version })
const seconds = z.number().check(z.minimum(0), z.maximum(86_400))
const pixels = z.int().check(z.minimum(2), z.maximum(4096))

export const fitModes = ['preserve', 'crop', 'pad', 'stretch'] as const
export const imageFormats = ['jpg', 'png', 'webp'] as const

export const thumbnailQuery = z.looseObject({
  time: z.optional(seconds),
  width: z.optional(pixels),
  height: z.optional(pixels),
  fit_mode: z._default(z.enum(fitModes), 'preserve'),
  /** Version of the image. Responses with a version are cached for an hour; responses without one are revalidated. */
  v: version,
  token,
})

export const keptPictureQuery = z.looseObject({
  width: z.optional(pixels),
  height: z.optional(pixels),
  token,
})

export const animatedQuery = z.looseObject({
  start: z.optional(seconds),
  end: z.optional(seconds),
  width: z._default(z.int().check(z.minimum(16), z.maximum(640)), 320),
  fps: z._default(z.int().check(z.minimum(1), z.maximum(30)), 15),
  token,
})

/** Why this ID does not play its existing video for this viewer at this time. */
export const playbackRefusals = [
  'playback-token-missing',
  'playback-token-invalid',
  'referrer-not-allowed',
  'playback-not-begun',
  'playback-over',
] as const
export type PlaybackRefusal = (typeof playbackRefusals)[number]

/** Why a live stream cannot be played now, and its states otherwise. */
export const streamAbsences = {
  waiting: 'stream-not-started',
  paused: 'stream-paused',
  ended: 'stream-ended',
} as const
/** `recording`: the last recording of a stream that is not on air. */
export type StreamState = keyof typeof streamAbsences | 'on-air' | 'recording'

const streamProblems = Object.values(streamAbsences)

/** Calls of players. Their responses can be cached, HEAD works too, and signed playback requires a token. */
const playbackCalls = {
  getMultivariantPlaylist: call({
    method: 'GET',
    path: '/play/:playbackId.m3u8',
    summary:
      'Get the HLS multivariant playlist. For an ad channel, `ads=guided` makes ads HLS interstitials, for players that support them, and `state=1` asks only whether it plays, without a session.',
    caller: 'none',
    params: playbackParams,
    query: signable,
    kind: 'file',
    status: 200,
    problems: [...playbackRefusals, ...streamProblems],
  }),
  getPlayFile: call({
    method: 'GET',
    path: '/play/:playbackId/:rendition/:file',
    summary: 'Get a media playlist, an initialization section or a segment of a rendition.',
    caller: 'none',
    params: z.object({ playbackId, rendition: z.uuid(), file: z.string().check(z.maxLength(40)) }),
    query: reloadable,
    kind: 'file',
    status: 200,
    problems: [...playbackRefusals, ...streamProblems, 'range-not-satisfiable', 'unavailable'],
  }),
  getSessionFile: call({
    method: 'GET',
    path: '/play/:playbackId/s/:session/:rendition/:file',
    summary:
      'Get a file of a playback session, where each viewer has their own playlists. The multivariant playlist contains its URL.',
    caller: 'none',
    params: z.object({
      playbackId,
      session: z.string().check(z.maxLength(160)),
      rendition: z.uuid(),
      file: z.string().check(z.maxLength(40)),
    }),
    query: reloadable,
    kind: 'file',
    status: 200,
    problems: [...playbackRefusals, ...streamProblems, 'range-not-satisfiable', 'unavailable'],
  }),
  getDownload: call({
    method: 'GET',
    path: '/play/:playbackId/:name.mp4',
    summary: 'Get the video as one MP4 file: by rendition name, or `highest`.',
    caller: 'none',
    params: z.object({ playbackId, name: z.string().check(z.regex(/^[a-z0-9-]{1,20}$/)) }),
    query: signable,
    kind: 'file',
    status: 200,
    problems: [
      ...playbackRefusals,
      'range-not-satisfiable',
      'content-not-ready',
      'mp4-failed',
      'unavailable',
    ],
  }),
  getThumbnail: call({
    method: 'GET',
    path: '/image/:playbackId/thumbnail.:format',
    summary:
      'Get an image of the video: the poster, or the frame at `time`, scaled to fit `width` and `height`.',
    caller: 'none',
    params: z.object({ playbackId, format: z.enum(imageFormats) }),
    query: thumbnailQuery,
    kind: 'file',
    status: 200,
    problems: playbackRefusals,
  }),
  getKeptPicture: call({
    method: 'GET',
    path: '/image/:playbackId/thumbnails/:thumbnailId.:format',
    summary:
      'Get a saved thumbnail of the video, scaled to fit `width` and `height`. A GIF as `jpg` is its first frame.',
    caller: 'none',
    params: z.object({ playbackId, thumbnailId: z.uuid(), format: z.enum(['jpg', 'gif']) }),
    query: keptPictureQuery,
    kind: 'file',
    status: 200,
    problems: playbackRefusals,
  }),
  getAnimated: call({
    method: 'GET',
    path: '/image/:playbackId/animated.gif',
    summary: 'Get an animated image of a part of the video, at most 10 s long.',
    caller: 'none',
    params: playbackParams,
    query: animatedQuery,
    kind: 'file',
    status: 200,
    problems: playbackRefusals,
  }),
  getStoryboard: call({
    method: 'GET',
    path: '/image/:playbackId/storyboard.:format',
    summary:
      'Get the storyboard: small frames of the whole video in one image (jpg), and the time of each frame (vtt).',
    caller: 'none',
    params: z.object({ playbackId, format: z.enum(['jpg', 'vtt']) }),
    query: versioned,
    kind: 'file',
    status: 200,
    problems: playbackRefusals,
  }),
  getWaveform: call({
    method: 'GET',
    path: '/image/:playbackId/waveform.png',
    summary:
      'Get the waveform: the loudness of the audio over time, in white on a transparent background, for use as a mask.',
    caller: 'none',
    params: playbackParams,
    query: versioned,
    kind: 'file',
    status: 200,
    problems: playbackRefusals,
  }),
  getEmbed: call({
    method: 'GET',
    path: '/embed/:playbackId',
    summary:
      'Get a page with only the player, for iframes. `t`, such as `90` or `1m30s`, sets the start time; `autoplay=1` (muted), `muted=1`, `loop=1`, `controls=0`, `captions=te`, `color=e4572e`, `logo=https://…` (an image) and, for ad channels, `ads=guided` control the player. For signed videos, a `token` for `v`, the video, also shows the poster if it is valid for `t`, and previews on the scrubber if it is valid for `s`.',
    caller: 'none',
    params: playbackParams,
    query: pageQuery,
    kind: 'file',
    status: 200,
    problems: playbackRefusals,
  }),
  getWatchPage: call({
    method: 'GET',
    path: '/watch/:playbackId',
    summary:
      'Get a page to share, with the player, the title and the description. It accepts the parameters of `/embed`.',
    caller: 'none',
    params: z.object({ playbackId: z.string().check(z.maxLength(100)) }),
    query: pageQuery,
    kind: 'file',
    status: 200,
    problems: playbackRefusals,
  }),
  getOEmbed: call({
    method: 'GET',
    path: '/oembed',
    summary: 'Get the oEmbed 1.0 response for URLs of embed pages and share pages.',
    caller: 'none',
    query: z.looseObject({
      url: z.string().check(z.minLength(1), z.maxLength(2000)),
      format: z._default(z.enum(['json']), 'json'),
      maxwidth: z.optional(z.int().check(z.minimum(1))),
      maxheight: z.optional(z.int().check(z.minimum(1))),
    }),
    answer: z.object({
      version: z.literal('1.0'),
      type: z.literal('video'),
      provider_name: z.string(),
      title: z.string(),
      width: z.number(),
      height: z.number(),
      html: z.string(),
      /** Absent if the token of a signed video does not allow images. */
      thumbnail_url: z.optional(z.string()),
      thumbnail_width: z.optional(z.number()),
      thumbnail_height: z.optional(z.number()),
    }),
    kind: 'json',
    status: 200,
    problems: playbackRefusals,
  }),
}

export const playbackFeature = defineFeature({
  calls: playbackCalls,
  problems: {
    'playback-token-missing': { status: 403, title: 'This video requires a playback token' },
    'playback-token-invalid': { status: 403, title: 'The playback token is not valid for this request' },
    'referrer-not-allowed': { status: 403, title: 'This video cannot be played on this site' },
    'playback-not-begun': { status: 403, title: 'This video cannot be played yet' },
    'playback-over': { status: 403, title: 'This video is no longer available' },
    'stream-not-started': { status: 404, title: 'The stream has not started yet' },
    'stream-paused': { status: 403, title: 'This stream is paused' },
    'stream-ended': { status: 404, title: 'The stream has ended' },
  },
})
