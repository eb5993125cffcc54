import type { EncodingProfile, SavedView } from '@kinora/contract'
import { environmentId, idOf, mediaTeam, now, viewer } from './people'
import { noVideos, pageOf, video } from './samples'
import { type Answers, empty, pending, problem, type States } from './state'
import { publishedSubtitle, rewordedSubtitle } from './subtitles'

const signed = '/videos?policy=%5B%22signed%22%5D'

const subtitles = `/videos/${idOf(1)}/subtitles`
const longTitle = 'The final match of the Deccan league, played under the lights in Hyderabad on Sunday'

const standard: EncodingProfile = {
  id: idOf(1),
  environmentId,
  name: 'Standard',
  builtIn: 'standard',
  isDefault: true,
  codecs: ['h264'],
  rungs: [
    { lines: 360, maxKbps: 1000 },
    { lines: 720, maxKbps: 3500 },
  ],
  maxFrameRate: null,
  audio: { kbps: 128, channels: 'source', loudness: null },
  keepsOriginal: true,
  perTitle: false,
  watermark: null,
  createdBy: null,
  createdAt: null,
  updatedAt: null,
}
const capabilities = {
  ffmpeg: '5.1.9',
  loudness: true,
  watermark: true,
  codecs: [{ codec: 'h264' as const, encoder: 'libx264', available: true, bitrateFactor: 1 }],
}

export const library: States = {
  'a first upload': { path: '/videos', answers: { ...noVideos, createUpload: pending } },
  'a video with a long title': {
    path: '/videos',
    answers: {
      ...noVideos,
      listContents: { ...noVideos.listContents, ...pageOf([{ ...video, title: longTitle }]) },
    },
  },
  'encoding profiles for the media team': {
    path: '/settings/encoding-profiles',
    user: mediaTeam,
    answers: { listEncodingProfiles: { items: [standard] }, getEncodingCapabilities: capabilities },
  },
  'subtitles for a viewer': { path: subtitles, user: viewer, answers: publishedSubtitle },
  'subtitles with unpublished changes': { path: subtitles, answers: rewordedSubtitle },
  'saved views that load at the second try': {
    path: signed,
    answers: () => {
      const kept = keep(['A', 'B', 'C'])
      let loads = 0
      // The console asks twice before it shows the problem.
      return { ...kept, listSavedViews: () => (loads++ < 2 ? problem('unavailable') : kept.listSavedViews()) }
    },
  },
  'as many saved views as possible': {
    path: signed,
    answers: () => keep(Array.from({ length: 50 }, (_, n) => `View ${n}`)),
  },
}

/** Saved views that can be deleted. */
function keep(names: readonly string[]) {
  let items = names.map(view)
  return {
    ...noVideos,
    listSavedViews: () => ({ items }),
    deleteSavedView: ({ params }) => {
      items = items.filter(({ id }) => id !== params.id)
      return empty
    },
  } satisfies Answers
}

function view(name: string, n: number): SavedView {
  return {
    id: idOf(n),
    list: 'videos',
    name,
    search: {},
    isShared: name === 'B',
    isMine: true,
    createdBy: 'Ananya Rao Iyer',
    createdAt: now,
    updatedAt: now,
  }
}
