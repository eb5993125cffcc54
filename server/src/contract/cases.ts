import { randomUUID } from 'node:crypto'
import type { CallName } from '@kinora/contract'
import type { World } from '../testing/world.ts'

/** A correct request to a call. */
export interface Case {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: Record<string, unknown>
}

/** For every call of the contract a correct request by the owner. A call without a case does not compile. */
export const cases: Readonly<Record<CallName, (world: World) => Case>> = {
  signUp: () => ({
    body: {
      email: `${randomUUID()}@example.com`,
      password: 'Correct-horse1',
      firstName: 'Lakshmi',
      lastName: 'Prasad',
    },
  }),
  signIn: () => ({ body: { email: 'nobody@example.com', password: 'Correct-horse1' } }),
  signOut: () => ({}),
  getUser: () => ({ params: { id: 'me' } }),
  createOrganization: () => ({ body: { name: 'Andhra Institute' } }),
  listEnvironments: ({ owner }) => ({ query: { organizationId: owner.organizationId ?? '' } }),
  createEnvironment: ({ owner }) => ({
    body: { organizationId: owner.organizationId, name: `QA ${randomUUID()}`, type: 'qa' },
  }),
  listEnvironmentTypes: () => ({}),
  streamEvents: () => ({}),
  createUpload: () => ({
    body: { fileName: 'match.mp4', fileSize: 1000, title: 'Match', playbackPolicy: 'public' },
  }),
  getUpload: ({ upload }) => ({ params: { id: upload.uploadId } }),
  createPartUrl: ({ upload }) => ({ params: { id: upload.uploadId }, body: { partNumber: 1 } }),
  completeUpload: ({ upload }) => ({
    params: { id: upload.uploadId },
    body: { parts: [{ partNumber: 1, etag: 'none' }] },
  }),
  cancelUpload: ({ upload }) => ({ params: { id: upload.uploadId } }),
  createContent: ({ kinora }) => ({
    body: { url: `${kinora.url}/nothing.mp4`, title: 'From afar', playbackPolicy: 'public' },
  }),
  createSample: () => ({}),
  listContents: () => ({
    query: { pageNum: '1', pageSize: '12', phrase: 'x', status: 'ready,failed', sort: 'title' },
  }),
  getContent: ({ content }) => ({ params: { id: content.id } }),
  updateContent: ({ content }) => ({
    params: { id: content.id },
    body: { title: 'Another title', description: 'More words', tags: ['one', 'two'] },
  }),
  deleteContent: ({ content }) => ({ params: { id: content.id } }),
  deleteContents: () => ({ body: { ids: [randomUUID()] } }),
  retryContent: ({ content }) => ({ params: { id: content.id } }),
  retryContentByGet: ({ content }) => ({ params: { id: content.id } }),
  getPlaybackUrl: ({ content }) => ({ params: { id: content.id } }),
  getMultivariantPlaylist: ({ content }) => ({ params: { playbackId: content.playbackId } }),
  getPlayFile: ({ content }) => ({
    params: { playbackId: content.playbackId, rendition: randomUUID(), file: 'index.m3u8' },
  }),
  getDownload: ({ content }) => ({ params: { playbackId: content.playbackId, name: 'highest' } }),
  getThumbnail: ({ content }) => ({
    params: { playbackId: content.playbackId, format: 'jpg' },
    query: { time: '1', width: '100', height: '100', fit_mode: 'crop' },
  }),
  getAnimated: ({ content }) => ({
    params: { playbackId: content.playbackId },
    query: { start: '0', end: '1', width: '100', fps: '5' },
  }),
  getStoryboard: ({ content }) => ({ params: { playbackId: content.playbackId, format: 'vtt' } }),
  getEmbed: ({ content }) => ({ params: { playbackId: content.playbackId } }),
  getOEmbed: ({ content }) => ({
    query: { url: content.urls.embed, format: 'json', maxwidth: '300', maxheight: '300' },
  }),
}
