import * as z from 'zod/mini'
import { call } from '../call.ts'

const playbackId = z.string().check(z.regex(/^[A-Za-z0-9]{10,40}$/))
const playbackParams = z.object({ playbackId })
/** A playback token: a JWT signed with RS256, for ids whose policy is `signed`. Its `sub` is the very id. */
const token = z.optional(z.string().check(z.maxLength(4096)))
const signable = z.object({ token })
/** Blocking playlist reload and delta updates of Low-Latency HLS (RFC 8216bis 6.2.5), for playlists that have them. */
const reloadable = z.object({
  token,
  _HLS_msn: z.optional(z.int().check(z.minimum(0))),
  _HLS_part: z.optional(z.int().check(z.minimum(0))),
  _HLS_skip: z.optional(z.enum(['YES', 'v2'])),
})
const version = z.optional(z.string().check(z.maxLength(60)))
const versioned = z.object({ token, v: version })
const seconds = z.number().check(z.minimum(0), z.maximum(86_400))
const pixels = z.int().check(z.minimum(2), z.maximum(4096))

export const fitModes = ['preserve', 'crop', 'pad', 'stretch'] as const
export const imageFormats = ['jpg', 'png', 'webp'] as const

export const thumbnailQuery = z.object({
  time: z.optional(seconds),
  width: z.optional(pixels),
  height: z.optional(pixels),
  fit_mode: z._default(z.enum(fitModes), 'preserve'),
  /** Of the picture: what was there under one is kept in caches for an hour, and without one asked for anew. */
  v: version,
  token,
})

export const keptPictureQuery = z.object({ width: z.optional(pixels), height: z.optional(pixels), token })

export const animatedQuery = z.object({
  start: z.optional(seconds),
  end: z.optional(seconds),
  width: z._default(z.int().check(z.minimum(16), z.maximum(640)), 320),
  fps: z._default(z.int().check(z.minimum(1), z.maximum(30)), 15),
  token,
})

/** Why a video that is there is not played by this id, here and now. */
export const playbackRefusals = [
  'playback-token-missing',
  'playback-token-invalid',
  'referrer-not-allowed',
  'playback-not-begun',
  'playback-over',
] as const
export type PlaybackRefusal = (typeof playbackRefusals)[number]

/** What viewers' players ask for: cacheable, with HEAD as well, and with a token where playback is signed. */
export const deliveryCalls = {
  getMultivariantPlaylist: call({
    method: 'GET',
    path: '/play/:playbackId.m3u8',
    summary: 'The HLS multivariant playlist.',
    caller: 'none',
    params: playbackParams,
    query: signable,
    kind: 'file',
    status: 200,
    problems: playbackRefusals,
  }),
  getPlayFile: call({
    method: 'GET',
    path: '/play/:playbackId/:rendition/:file',
    summary: 'A media playlist, an initialisation section or a segment of one rendition.',
    caller: 'none',
    params: z.object({ playbackId, rendition: z.uuid(), file: z.string().check(z.maxLength(40)) }),
    query: reloadable,
    kind: 'file',
    status: 200,
    problems: [...playbackRefusals, 'range-not-satisfiable', 'unavailable'],
  }),
  getSessionFile: call({
    method: 'GET',
    path: '/play/:playbackId/s/:session/:rendition/:file',
    summary:
      'A file of a session, where each viewer has playlists of their own: the multivariant playlist says its address.',
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
    problems: [...playbackRefusals, 'range-not-satisfiable', 'unavailable'],
  }),
  getDownload: call({
    method: 'GET',
    path: '/play/:playbackId/:name.mp4',
    summary: 'The video as one MP4 file: by rendition name, or `highest`.',
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
    summary: 'A picture of the video: the poster, or the one at `time`, fitted into `width` and `height`.',
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
      'A picture that is kept of the video, fitted into `width` and `height`; of a GIF as `jpg` its first.',
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
    summary: 'A moving picture of a stretch of at most 10 s.',
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
    summary: 'Small pictures all along the video in one sheet (jpg), and which stands for what time (vtt).',
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
      'How loud the sound is from the first second to the last, in white on nothing: a mask to be coloured.',
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
      'A page with the player alone, for iframes. With `t`, such as `90` or `1m30s`, it begins at that moment; `autoplay=1` (without sound), `muted=1`, `loop=1`, `controls=0`, `captions=te` and `color=e4572e` say how it plays. A `token` for `v`, the video, shows its poster where it is for `t` as well, and pictures along the scrubber where it is for `s`.',
    caller: 'none',
    params: playbackParams,
    query: signable,
    kind: 'file',
    status: 200,
    problems: playbackRefusals,
  }),
  getWatchPage: call({
    method: 'GET',
    path: '/watch/:playbackId',
    summary:
      'A page to share: the player, the title and what the video is about. It takes what `/embed` takes.',
    caller: 'none',
    params: z.object({ playbackId: z.string().check(z.maxLength(100)) }),
    query: signable,
    kind: 'file',
    status: 200,
    problems: playbackRefusals,
  }),
  getOEmbed: call({
    method: 'GET',
    path: '/oembed',
    summary: 'oEmbed 1.0 for addresses of embed pages and of pages to share.',
    caller: 'none',
    query: z.object({
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
      /** Left out where the token of a signed video is not good for pictures. */
      thumbnail_url: z.optional(z.string()),
      thumbnail_width: z.optional(z.number()),
      thumbnail_height: z.optional(z.number()),
    }),
    kind: 'json',
    status: 200,
    problems: playbackRefusals,
  }),
}
