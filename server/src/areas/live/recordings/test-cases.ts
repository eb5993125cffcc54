import type { Cases } from '../../../contract/test-case.ts'
import { recordedStream, recordedVideo, someStream } from '../../../testing/livestreams.ts'

export const cases: Cases = {
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
}
