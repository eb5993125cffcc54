import type { Content, Livestream } from '@kinora/contract'
import { environmentId, idOf, now } from './people'
import type { Answers } from './state'

/** A page of a list with these items, all that there are. */
export function pageOf<T>(items: T[]) {
  return { items, pageNum: 1, pageSize: 12, totalItems: items.length }
}

/** The list of videos without videos. */
export const noVideos = {
  listContents: { ...pageOf<Content>([]), assetCollections: [], similar: false },
  listProfileChoices: { items: [] },
} satisfies Answers

const standard = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Standard',
  builtIn: 'standard',
} as const
const none = { items: [], totalItems: 0 }

/** A ready video. The gallery has no media, so it does not play. */
export const video: Content = {
  id: idOf(1),
  environmentId,
  title: 'Sample video',
  description: '',
  tags: [],
  metadata: [],
  externalId: null,
  status: 'ready',
  stage: null,
  playable: false,
  progress: 1,
  error: null,
  imagesError: null,
  duration: 10,
  resolution: '720p',
  aspectRatio: '16:9',
  maxFrameRate: 30,
  playbackPolicy: 'public',
  playbackId: 'gallery',
  playbackToken: null,
  streamId: null,
  category: 'Video',
  type: 'video',
  startTime: null,
  endTime: null,
  isTest: false,
  source: {
    uuid: idOf(1),
    fileName: 'sample.mp4',
    size: 288_306,
    width: 1280,
    height: 720,
    frameRate: 30,
    encoding: 'h264',
    audio: null,
  },
  renditions: [],
  encodingProfile: standard,
  reencode: null,
  urls: {
    shareable: '/watch/gallery',
    hls: '/play/gallery.m3u8',
    embed: '/embed/gallery',
    embedCode: '',
    thumbnail: '/image/thumbnail.jpg',
    storyboard: '/image/storyboard.vtt',
    animated: '/image/animated.gif',
    mp4: null,
  },
  poster: null,
  thumbnails: none,
  subtitles: none,
  clips: none,
  waveform: null,
  addedBy: 'Ananya Rao Iyer',
  clipOf: null,
  assetCollectionUUID: null,
  trashedAt: null,
  expiresAt: null,
  createdAt: now,
  addedAt: now,
}

/** A live stream that waits for its encoder. */
export const stream: Livestream = {
  id: idOf(1),
  environmentId,
  name: 'Final',
  record: true,
  group: 'Sport',
  status: 'idle',
  displayStatus: 'Active',
  started: true,
  source: { type: 'push' },
  slateImageId: null,
  ingest: {
    rtmp: 'rtmp://localhost/live',
    rtmps: null,
    srt: null,
    whip: null,
    backup: { streamKey: '{streamKey}?backup=1', srtStreamId: '#!::r={streamKey},m=publish,backup=1' },
  },
  playbackId: 'gallery',
  playbackPolicy: 'public',
  playbackToken: null,
  playbackRestrictions: {
    playableFrom: null,
    playableUntil: null,
    allowNoReferrer: true,
    allowedReferrers: [],
  },
  urls: {
    hls: '/play/gallery.m3u8',
    whep: null,
    embed: '/embed/gallery',
    embedCode: '',
    shareable: '/watch/gallery',
    thumbnail: '/image/thumbnail.jpg',
    storyboard: '/image/storyboard.vtt',
  },
  latencyMode: 'low',
  dvrWindowS: 0,
  reconnectWindowS: 60,
  encodingProfileId: null,
  takeover: false,
  adMarkers: 'none',
  tags: [],
  metadata: [],
  activeSince: null,
  recordingId: null,
  scheduledAt: null,
  testSignalUntil: null,
  backupConnected: false,
  customPlaybacks: 0,
  addedBy: 'Ananya Rao Iyer',
  createdAt: now,
}

const broken: Content = { ...video, id: idOf(2), title: 'Evening news', status: 'failed' }
/** Two videos that are ready, and one that is not. */
export const selectableVideos = {
  ...noVideos,
  listContents: {
    ...noVideos.listContents,
    ...pageOf([video, { ...video, id: idOf(3), title: 'Weather' }, broken]),
  },
}
