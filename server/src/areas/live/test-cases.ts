import type { liveCalls } from '@kinora/contract'
import type { CasesOf } from '../../contract/test-case.ts'
import { png } from '../../platform/ffmpeg/test-pictures.ts'
import {
  newCustomPlayback,
  newStream,
  plannedCue,
  recordedStream,
  recordedVideo,
  runningCue,
  someStream,
} from '../../testing/livestreams.ts'
import { someProfile } from '../../testing/profiles.ts'

const listQuery = {
  query: {
    pageNum: '1',
    pageSize: '12',
    phrase: 'x',
    record: 'true',
    group: 'News',
    status: 'idle,active',
    displayStatus: 'Active',
    tag: 'one',
    sort: 'name',
  },
}

const restrictions = {
  allowedReferrers: ['*.example.com'],
  allowNoReferrer: false,
  playableFrom: '2026-01-01T00:00:00Z',
  playableUntil: '2027-01-01T00:00:00Z',
}

const settings = {
  name: 'Evening news',
  record: false,
  group: 'News',
  latencyMode: 'standard',
  playbackPolicy: 'signed',
  playbackRestrictions: restrictions,
  reconnectWindowS: 120,
  dvrWindowS: 3600,
  takeover: true,
  adMarkers: 'both',
  scheduledAt: '2026-12-01T18:00:00Z',
  tags: ['one', 'two'],
  source: { type: 'pull', url: 'srt://93.184.216.34:9000' },
  metadata: [{ key: 'programme', value: 'Evening news', type: 'text' }],
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

const labels = { partner: 'Tara', genre: 'Sport', language: 'Hindi', category: 'TV app' }

export const cases: CasesOf<Exclude<keyof typeof liveCalls, `${string}PlannedRecording${string}`>> = {
  createLivestream: async ({ owner }) => ({
    body: { ...settings, encodingProfileId: (await someProfile(owner)).id },
  }),
  listLivestreams: () => listQuery,
  listLivestreamsByShortPath: () => listQuery,
  getLivestreamSummary: () => ({}),
  getLivestream: async ({ owner }) => ({ params: { id: await someStream(owner) } }),
  updateLivestream: async ({ owner }) => ({
    params: { id: await someStream(owner) },
    body: { ...settings, encodingProfileId: (await someProfile(owner)).id },
  }),
  deleteLivestream: async ({ owner }) => ({ params: { id: (await newStream(owner)).id } }),
  startLivestream: async ({ owner }) => ({ params: { id: await someStream(owner) } }),
  stopLivestream: async ({ owner }) => ({ params: { id: await someStream(owner) } }),
  disableLivestream: async ({ owner }) => ({ params: { id: (await newStream(owner)).id } }),
  enableLivestream: async ({ owner }) => ({ params: { id: await someStream(owner) } }),
  sendTestSignal: async ({ owner }) => ({
    params: { id: (await newStream(owner)).id },
    body: { seconds: 60 },
  }),
  stopTestSignal: async ({ owner }) => ({ params: { id: await someStream(owner) } }),
  permitBrowser: async ({ owner }) => ({ params: { id: (await newStream(owner)).id } }),
  setSlateImage: async ({ owner }) => ({
    params: { id: await someStream(owner) },
    body: { fileName: 'slate.png', file: png(100, 75).toString('base64') },
  }),
  removeSlateImage: async ({ owner }) => ({ params: { id: await someStream(owner) } }),
  startLiveCue: async ({ owner }) => ({
    params: { id: (await newStream(owner)).id },
    body: { durationS: 30, at: inAnHour() },
  }),
  listLiveCues: async ({ owner }) => ({
    params: { id: await someStream(owner) },
    query: { pageSize: '10' },
  }),
  endLiveCue: async (tenant) => ({ params: await runningCue(tenant) }),
  deleteLiveCue: async ({ owner }) => ({ params: await plannedCue(owner, inAnHour()) }),
  getSlateImage: async ({ owner }) => {
    const { id } = await newStream(owner)
    const body = { fileName: 'slate.png', file: png(100, 75).toString('base64') }
    await owner.call('setSlateImage', { params: { id }, body })
    return { params: { id } }
  },
  getStreamKey: async ({ owner }) => ({ params: { id: await someStream(owner) } }),
  rotateStreamKey: async ({ owner }) => ({
    params: { id: await someStream(owner) },
    body: { oldKeyValidS: 60 },
  }),
  createLiveClip: async (tenant) => ({
    params: { id: await recordedStream(tenant, await tenant.video(), 1_700_000_000) },
    body: { name: 'Goal', startTime: 1_700_000_000.2, endTime: 1_700_000_000.8 },
  }),
  listLiveClips: async ({ owner }) => ({
    params: { id: await someStream(owner) },
    query: { pageNum: '1', pageSize: '12' },
  }),
  listLiveThumbnails: async ({ owner }) => ({ params: { id: await someStream(owner) } }),
  listLiveRecordings: async ({ owner }) => ({
    query: { pageNum: '1', pageSize: '12', phrase: 'x', streamId: await someStream(owner) },
  }),
  getLiveRecording: async (tenant) => ({
    params: { id: (await recordedVideo(tenant, await tenant.video())).contentId },
  }),
  archiveLiveRecording: async (tenant) => ({
    params: { id: (await recordedVideo(tenant, await tenant.video())).contentId },
  }),
  getMonitors: async ({ owner }) => ({ params: { id: await someStream(owner) }, query: { window: '4h' } }),
  getLivestreamPlaybackUrl: async ({ owner }) => ({ params: { id: await someStream(owner) } }),
  createCustomPlayback: async ({ owner }) => ({
    params: { id: (await newStream(owner)).id },
    body: { name: 'Tara TV app', ...labels },
  }),
  listCustomPlaybacks: async ({ owner }) => ({
    params: { id: await someStream(owner) },
    query: { pageNum: '1', pageSize: '12', phrase: 'x', status: 'paused' },
  }),
  getCustomPlayback: async ({ owner }) => ({ params: await newCustomPlayback(owner) }),
  updateCustomPlayback: async ({ owner }) => ({
    params: await newCustomPlayback(owner),
    body: { name: 'Dune Play', ...labels },
  }),
  pauseCustomPlayback: async ({ owner }) => ({ params: await newCustomPlayback(owner) }),
  resumeCustomPlayback: async ({ owner }) => ({ params: await newCustomPlayback(owner) }),
  deleteCustomPlayback: async ({ owner }) => ({ params: await newCustomPlayback(owner) }),
}
