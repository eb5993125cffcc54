import type { Cases } from '../../../contract/test-case.ts'
import { png } from '../../../platform/ffmpeg/test-pictures.ts'
import { newStream, someStream } from '../../../testing/livestreams.ts'
import { someProfile } from '../../../testing/profiles.ts'

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

export const cases: Cases = {
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
  getLivestreamPlaybackUrl: async ({ owner }) => ({ params: { id: await someStream(owner) } }),
}
