import * as z from 'zod/mini'
import { call, startRefusals } from '../call.ts'
import { idParams, page, pageQuery } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { playbackToken, tags } from '../library/index.ts'
import { base, livestreams, streamKeys } from './base.ts'
import { livestreamLimits } from './limits.ts'
import {
  browserPermit,
  createLivestreamBody,
  groupName,
  livestream,
  livestreamSummary,
  livestreamUrls,
  rotateKeyBody,
  streamKey,
  testSignalBody,
  updateLivestreamBody,
} from './stream-fields.ts'
import { displayStatuses, livestreamSorts, livestreamStatuses } from './values.ts'

const path = `${base}/livestreams`

const listed = {
  caller: 'environment',
  right: livestreams('read'),
  query: z.object({
    ...pageQuery,
    phrase: z.optional(z.string().check(z.maxLength(200))),
    record: z.optional(z.boolean()),
    group: z.optional(groupName),
    status: z.optional(z.array(z.enum(livestreamStatuses))),
    displayStatus: z.optional(z.enum(displayStatuses)),
    /** Returns streams with all of these tags. */
    tag: z.optional(tags),
    sort: z._default(z.enum(livestreamSorts), '-createdAt'),
  }),
  answer: page(livestream),
  kind: 'json',
  status: 200,
} as const

const changesStream = {
  caller: 'environment',
  right: livestreams('update'),
  params: idParams,
  answer: livestream,
  kind: 'json',
  status: 200,
} as const

const livestreamCalls = {
  createLivestream: call({
    method: 'POST',
    path,
    summary: `Create a live stream. It is started at once: an encoder can publish with its stream key. An environment has at most ${livestreamLimits.most} live streams.`,
    caller: 'environment',
    right: livestreams('create'),
    body: createLivestreamBody,
    answer: livestream,
    kind: 'json',
    status: 201,
    problems: [
      ...startRefusals,
      'livestream-limit',
      'url-not-allowed',
      'host-not-allowed',
      'content-not-ready',
      'organization-inactive',
    ],
  }),
  listLivestreams: call({
    method: 'GET',
    path: `${path}/paginated`,
    summary: 'List the live streams of the environment, newest first by default.',
    ...listed,
  }),
  listLivestreamsByShortPath: call({
    method: 'GET',
    path,
    summary:
      'Same as `livestreams/paginated`: without `pageNum` and `pageSize`, the first page of 12. Parameters and response are the same.',
    ...listed,
  }),
  getLivestreamSummary: call({
    method: 'GET',
    path: `${path}/summary`,
    summary: 'Count the live streams of the environment by display status, and list their groups by name.',
    caller: 'environment',
    right: livestreams('read'),
    answer: livestreamSummary,
    kind: 'json',
    status: 200,
  }),
  getLivestream: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a live stream.',
    caller: 'environment',
    right: livestreams('read'),
    params: idParams,
    answer: livestream,
    kind: 'json',
    status: 200,
  }),
  updateLivestream: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary:
      'Update the settings of a live stream. Omitted fields stay unchanged; restrictions are replaced as a whole. Changes to recording, latency and encoding apply to the next session.',
    ...changesStream,
    body: updateLivestreamBody,
    problems: ['url-not-allowed', 'host-not-allowed', 'content-not-ready', 'vconnect-loop'],
  }),
  deleteLivestream: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary:
      'Delete a live stream with its keys and custom URLs. If it is live, its publisher is disconnected. Recordings stay.',
    caller: 'environment',
    right: livestreams('delete'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
  startLivestream: call({
    method: 'POST',
    path: `${path}/:id/start`,
    summary: 'Start a live stream, so that a publisher can connect. Has no effect on a started stream.',
    ...changesStream,
    problems: [...startRefusals, 'livestream-disabled'],
  }),
  stopLivestream: call({
    method: 'POST',
    path: `${path}/:id/stop`,
    summary:
      'End the session, disconnect the publisher and refuse publishers until the stream is started again.',
    ...changesStream,
    problems: ['livestream-disabled'],
  }),
  disableLivestream: call({
    method: 'POST',
    path: `${path}/:id/disable`,
    summary: 'Disable a live stream. Its publisher is disconnected, and nobody can publish or play it.',
    ...changesStream,
  }),
  enableLivestream: call({
    method: 'POST',
    path: `${path}/:id/enable`,
    summary: 'Enable a disabled live stream.',
    ...changesStream,
  }),
  sendTestSignal: call({
    method: 'POST',
    path: `${path}/:id/test_signal`,
    summary:
      'Publish color bars, a tone and a clock to a live stream for a limited time. Has no effect while an encoder is connected.',
    body: testSignalBody,
    problems: ['livestream-disabled', 'livestream-stopped', 'organization-inactive'],
    ...changesStream,
  }),
  stopTestSignal: call({
    method: 'DELETE',
    path: `${path}/:id/test_signal`,
    summary: 'Stop the test signal of a live stream.',
    ...changesStream,
  }),
  permitBrowser: call({
    method: 'POST',
    path: `${path}/:id/browser_permit`,
    summary:
      'Permit the browser of the caller to publish to a live stream with WebRTC. Returns a bearer token for WHIP that is valid for one minute. The browser does not get the stream key; replacing the key disconnects it.',
    caller: 'environment',
    right: livestreams('update'),
    isSensitive: true,
    params: idParams,
    answer: browserPermit,
    kind: 'json',
    status: 200,
    problems: ['livestream-disabled', 'livestream-stopped', 'organization-inactive'],
  }),
  getStreamKey: call({
    method: 'GET',
    path: `${path}/:id/stream_key`,
    summary:
      'Get the stream key and the passphrase for SRT. Only this call returns them. Each request is recorded in the audit trail.',
    caller: 'environment',
    right: streamKeys('read'),
    isPersonal: true,
    params: idParams,
    answer: streamKey,
    kind: 'json',
    status: 200,
  }),
  rotateStreamKey: call({
    method: 'POST',
    path: `${path}/:id/rotate_key`,
    summary:
      'Replace the stream key and the passphrase for SRT. The current key stops working at once, or after `oldKeyValidS`; older keys always stop at once.',
    ...changesStream,
    right: streamKeys('update'),
    isPersonal: true,
    body: rotateKeyBody,
  }),
  getLivestreamPlaybackUrl: call({
    method: 'GET',
    path: `${path}/:id/playback_url`,
    summary:
      'Get the URLs to play, embed and share a live stream. With signed playback, they contain a token for the caller.',
    caller: 'environment',
    right: livestreams('read'),
    params: idParams,
    answer: z.object({ ...livestreamUrls.shape, token: playbackToken }),
    kind: 'json',
    status: 200,
  }),
}

export const livestreamFeature = defineFeature({
  calls: livestreamCalls,
  problems: {
    'livestream-disabled': { status: 409, title: 'This live stream is disabled. Enable it first.' },
    'livestream-stopped': { status: 409, title: 'This live stream is stopped. Start it first.' },
    'livestream-limit': { status: 409, title: 'This environment has reached its limit of live streams' },
  },
  objects: {
    live_stream: ['Livestreams', 'Livestream', 'read'],
  },
  events: {
    'video.live_stream.created': 'live_stream',
    'video.live_stream.updated': 'live_stream',
    'video.live_stream.connected': 'live_stream',
    'video.live_stream.active': 'live_stream',
    'video.live_stream.recording': 'live_stream',
    'video.live_stream.disconnected': 'live_stream',
    'video.live_stream.reconnecting': 'live_stream',
    'video.live_stream.idle': 'live_stream',
    'video.live_stream.backup_connected': 'live_stream',
    'video.live_stream.backup_disconnected': 'live_stream',
    'video.live_stream.failover': 'live_stream',
    'video.live_stream.failback': 'live_stream',
    'video.live_stream.enabled': 'live_stream',
    'video.live_stream.disabled': 'live_stream',
    'video.live_stream.deleted': 'live_stream',
    'video.live_stream.custom_playback.created': 'live_stream',
    'video.live_stream.custom_playback.updated': 'live_stream',
    'video.live_stream.custom_playback.paused': 'live_stream',
    'video.live_stream.custom_playback.resumed': 'live_stream',
    'video.live_stream.custom_playback.deleted': 'live_stream',
  },
  auditActions: [
    'live_stream.created',
    'live_stream.updated',
    'live_stream.started',
    'live_stream.stopped',
    'live_stream.enabled',
    'live_stream.disabled',
    'live_stream.deleted',
    'live_stream.test_signal.started',
    'live_stream.test_signal.stopped',
    'live_stream.slate.set',
    'live_stream.slate.removed',
    'live_stream.key.viewed',
    'live_stream.key.rotated',
    'live_stream.browser.permitted',
    'live_stream.break.started',
    'live_stream.break.planned',
    'live_stream.break.ended',
    'live_stream.break.cancelled',
  ],
})
