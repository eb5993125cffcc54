import { randomUUID } from 'node:crypto'
import { type libraryCalls, standardProfileId, type VideoImport } from '@kinora/contract'
import { addedTrack, furtherPlaybackId, keptStill } from '../../testing/client.ts'
import { png } from '../../testing/pictures.ts'
import { aProfile, someProfile } from '../../testing/profiles.ts'
import { aView, someView } from '../../testing/saved-views.ts'
import { newImport, workbook } from '../../testing/sheets.ts'
import type { World } from '../../testing/world.ts'
import type { CasesOf } from './case.ts'

export const libraryCases: CasesOf<keyof typeof libraryCalls> = {
  createUpload: () => ({
    body: { fileName: 'match.mp4', fileSize: 1000, title: 'Match', playbackPolicy: 'public', isTest: true },
  }),
  getUpload: ({ upload }) => ({ params: { id: upload.uploadId } }),
  createPartUrl: ({ upload }) => ({ params: { id: upload.uploadId }, body: { partNumber: 1 } }),
  completeUpload: ({ upload }) => ({
    params: { id: upload.uploadId },
    body: { parts: [{ partNumber: 1, etag: 'none' }] },
  }),
  cancelUpload: ({ upload }) => ({ params: { id: upload.uploadId } }),
  createContent: ({ kinora }) => ({
    body: { url: `${kinora.url}/nothing.mp4`, title: 'From afar', playbackPolicy: 'public', isTest: true },
  }),
  createSample: () => ({}),
  listContents: () => ({
    query: {
      pageNum: '1',
      pageSize: '12',
      phrase: 'x',
      status: 'ready,failed',
      sort: 'title',
      showAssetCollections: 'true',
    },
  }),
  getContent: ({ content }) => ({ params: { id: content.id } }),
  updateContent: ({ content }) => ({
    params: { id: content.id },
    body: {
      title: 'Another title',
      description: 'More words',
      tags: ['one', 'two'],
      playbackPolicy: 'public',
      metadata: [{ key: 'programme', value: 'Evening news', type: 'text' }],
      externalId: 'cms-1',
    },
  }),
  deleteContent: ({ content }) => ({ params: { id: content.id }, query: { permanently: 'true' } }),
  deleteContents: () => ({ body: { ids: [randomUUID()], permanently: true } }),
  restoreContents: () => ({ body: { ids: [randomUUID()] } }),
  moveContents: () => ({ body: { ids: [randomUUID()], assetCollectionUUID: null } }),
  tagContents: () => ({ body: { ids: [randomUUID()], add: ['news'], remove: [] } }),
  createCollection: () => ({ body: { name: 'Highlights', parentCollectionUUID: null } }),
  listCollections: ({ collection }) => ({
    query: { pageNum: '1', pageSize: '12', parentCollectionUUID: collection.id },
  }),
  listCollectionTree: () => ({}),
  getCollection: ({ collection }) => ({ params: { id: collection.id } }),
  updateCollection: ({ collection }) => ({ params: { id: collection.id }, body: { name: 'Old matches' } }),
  deleteCollection: ({ collection }) => ({ params: { id: collection.id }, query: { permanently: 'true' } }),
  restoreCollection: ({ collection }) => ({ params: { id: collection.id } }),
  createClip: ({ content }) => ({
    params: { id: content.id },
    body: { name: 'The goal', startTime: '00:00:00', endTime: 0.4 },
  }),
  listClips: ({ content }) => ({ params: { id: content.id }, query: { pageNum: '1', pageSize: '12' } }),
  createSocialClip: ({ content, subtitle }) => ({
    body: {
      contentId: content.id,
      name: 'The goal, upright',
      startTime: 0,
      endTime: '00:00:00.4',
      aspectRatio: '9:16',
      fit: 'pad',
      color: '#102030',
      captions: subtitle.id,
      headline: 'What a goal',
      logo: { fileName: 'logo.png', file: png(80, 80).toString('base64'), corner: 'top-left', size: 20 },
    },
  }),
  getSocialClipMeans: () => ({}),
  listPlaybackIds: ({ content }) => ({ params: { id: content.id } }),
  createPlaybackId: ({ content }) => ({
    params: { id: content.id },
    body: {
      name: 'Partners',
      policy: 'signed',
      restrictions: {
        allowedReferrers: ['*.example.com'],
        allowNoReferrer: false,
        playableFrom: '2026-01-01T00:00:00Z',
        playableUntil: '2027-01-01T00:00:00Z',
      },
    },
  }),
  updatePlaybackId: async ({ owner, content }) => ({
    params: { id: content.id, playbackId: await furtherPlaybackId(owner, content) },
    body: { name: 'The press', policy: 'public', restrictions: { allowedReferrers: ['example.com'] } },
  }),
  deletePlaybackId: async ({ owner, content }) => ({
    params: { id: content.id, playbackId: await furtherPlaybackId(owner, content) },
  }),
  replaceByUrl: ({ content, kinora }) => ({
    params: { id: content.id },
    body: { url: `${kinora.url}/nothing.mp4` },
  }),
  replaceByUpload: ({ content }) => ({
    params: { id: content.id },
    body: { fileName: 'better.mp4', fileSize: 1000 },
  }),
  cancelReplacement: ({ content }) => ({ params: { id: content.id } }),
  listAudioTracks: ({ content }) => ({ params: { id: content.id } }),
  addAudioTrack: ({ content, kinora }) => ({
    params: { id: content.id },
    body: { name: 'Telugu', languageCode: 'te', role: 'dub', url: `${kinora.url}/nothing.mp3` },
  }),
  uploadAudioTrack: ({ content }) => ({
    params: { id: content.id },
    body: {
      name: 'Described',
      languageCode: 'en',
      role: 'description',
      fileName: 'described.wav',
      fileSize: 1000,
    },
  }),
  updateAudioTrack: async ({ owner, content }) => ({
    params: { id: content.id, trackId: await addedTrack(owner, content) },
    body: { name: 'Hindi (India)', languageCode: 'hi-IN', role: 'commentary', isDefault: true },
  }),
  retryAudioTrack: async ({ owner, content }) => ({
    params: { id: content.id, trackId: await addedTrack(owner, content) },
  }),
  deleteAudioTrack: async ({ owner, content }) => ({
    params: { id: content.id, trackId: await addedTrack(owner, content) },
  }),
  listSubtitles: ({ content }) => ({ params: { id: content.id } }),
  createSubtitle: ({ content }) => ({
    params: { id: content.id },
    body: {
      name: 'English',
      languageCode: 'en',
      closedCaptions: true,
      text: '1\n00:00:00,500 --> 00:00:01,000\nHello',
    },
  }),
  uploadSubtitle: ({ content }) => ({
    params: { id: content.id },
    body: {
      name: 'Telugu',
      languageCode: 'te',
      closedCaptions: false,
      fileName: 'telugu.srt',
      file: Buffer.from('1\n00:00:00,500 --> 00:00:01,000\nనమస్కారం').toString('base64'),
    },
  }),
  publishSubtitles: ({ content }) => ({
    params: { id: content.id },
    body: { draftsToPublish: [randomUUID()], subtitlesToDelete: [randomUUID()] },
  }),
  getSubtitle: ({ content, subtitle }) => ({
    params: { id: content.id, subtitleId: subtitle.id },
    query: { version: 'draft' },
  }),
  updateSubtitle: ({ content, subtitle }) => ({
    params: { id: content.id, subtitleId: subtitle.id },
    body: {
      name: 'Hindi (India)',
      languageCode: 'hi-IN',
      closedCaptions: true,
      cues: [{ start: 0, end: 1, text: 'नमस्ते', settings: { line: '0' } }],
    },
  }),
  deleteSubtitle: ({ content, subtitle }) => ({
    params: { id: content.id, subtitleId: subtitle.id },
    query: { draftOnly: 'true' },
  }),
  downloadSubtitle: ({ content, subtitle }) => ({
    params: { id: content.id, subtitleId: subtitle.id },
    query: { format: 'srt', version: 'draft' },
  }),
  listThumbnails: ({ content }) => ({ params: { id: content.id } }),
  createThumbnail: ({ content }) => ({
    params: { id: content.id },
    body: { time: '00:00:01.500', width: 160, height: 90 },
  }),
  uploadThumbnail: ({ content }) => ({
    params: { id: content.id },
    body: { fileName: 'poster.png', file: png(100, 75).toString('base64') },
  }),
  deleteThumbnail: async ({ owner, content }) => ({
    params: { id: content.id, thumbnailId: (await keptStill(owner, content)).id },
  }),
  choosePoster: async ({ owner, content }) => ({
    params: { id: content.id },
    body: { thumbnailId: (await keptStill(owner, content)).id },
  }),
  createGif: ({ content }) => ({
    params: { id: content.id },
    body: { start: 0.5, end: '00:00:01', width: 100, height: 60 },
  }),
  createDownload: ({ content }) => ({ params: { id: content.id }, body: { file: 'original' } }),
  createArchive: ({ content }) => ({ body: { ids: [content.id], subtitles: true } }),
  getLinkedFile: async ({ owner, content }) => {
    const body = { file: 'original' }
    const { url } = await owner.call('createDownload', { params: { id: content.id }, body })
    return { query: { ticket: new URL(url ?? '').searchParams.get('ticket') ?? '' } }
  },
  createImport: ({ collection }) => ({
    body: {
      fileName: 'videos.xlsx',
      file: workbook(twoVideos).toString('base64'),
      assetCollectionUUID: collection.id,
    },
  }),
  listImports: () => ({ query: { pageNum: '1', pageSize: '12' } }),
  downloadImportTemplate: () => ({ query: { language: 'te' } }),
  getImport: async (world) => ({ params: { id: await anImport(world) } }),
  updateImport: async (world) => ({
    params: { id: await anImport(world) },
    body: {
      mapping: {
        url: 0,
        title: 1,
        description: null,
        tags: null,
        externalId: null,
        playbackPolicy: null,
      },
      playbackPolicy: 'signed',
      encodingProfileId: (await someProfile(world.owner)).id,
      repeats: 'import',
      isTest: true,
    },
  }),
  listImportRows: async (world) => ({
    params: { id: await anImport(world) },
    query: { pageNum: '1', pageSize: '12', state: 'invalid,waiting' },
  }),
  startImport: async (world) => ({ params: { id: await anImport(world) } }),
  cancelImport: async (world) => ({ params: { id: await anImport(world) } }),
  retryImport: async (world) => ({ params: { id: await anImport(world) } }),
  deleteImport: async ({ owner }) => ({ params: { id: (await newImport(owner, twoVideos)).id } }),
  downloadImportReport: async (world) => ({
    params: { id: await anImport(world) },
    query: { language: 'ar' },
  }),
  reencodeContent: ({ content }) => ({
    params: { id: content.id },
    body: { encodingProfileId: standardProfileId },
  }),
  endReencode: ({ content }) => ({ params: { id: content.id } }),
  listEncodingProfiles: () => ({}),
  listProfileChoices: () => ({}),
  getEncodingCapabilities: () => ({}),
  createEncodingProfile: () => ({ body: aProfile(`Mobile ${randomUUID()}`) }),
  getEncodingProfile: async ({ owner }) => ({ params: { id: (await someProfile(owner)).id } }),
  updateEncodingProfile: async ({ owner }) => ({
    params: { id: (await someProfile(owner)).id },
    body: { ...aProfile(`Phones ${randomUUID()}`) },
  }),
  deleteEncodingProfile: async ({ owner }) => ({ params: { id: (await someProfile(owner)).id } }),
  makeDefaultEncodingProfile: async ({ owner }) => ({ params: { id: (await someProfile(owner)).id } }),
  getProfileWatermark: async ({ owner }) => ({ params: { id: (await someProfile(owner)).id } }),
  retryContent: ({ content }) => ({ params: { id: content.id } }),
  retryContentByGet: ({ content }) => ({ params: { id: content.id } }),
  listSavedViews: () => ({ query: { list: 'videos' } }),
  createSavedView: () => ({ body: { ...aView(), isShared: true } }),
  updateSavedView: async ({ owner }) => ({
    params: { id: (await someView(owner)).id },
    body: { name: 'Goals', search: { q: 'goal' }, isShared: false },
  }),
  deleteSavedView: async ({ owner }) => ({ params: { id: (await someView(owner)).id } }),
  listMetadataKeys: () => ({}),
  listTags: () => ({}),
  listContentChanges: ({ content }) => ({ params: { id: content.id } }),
  undoContentChange: ({ content }) => ({ params: { id: content.id, changeId: randomUUID() } }),
  getPlaybackUrl: ({ content }) => ({ params: { id: content.id } }),
}

const twoVideos = [
  ['URL', 'Title'],
  ['http://127.0.0.1:9/one.mp4', 'secret plans of deccan'],
  ['http://127.0.0.1:9/two.mp4', 'Two'],
]

const imports = new WeakMap<World, Promise<VideoImport>>()

/** The same one for all that leave it there: a process reads each. */
async function anImport(world: World): Promise<string> {
  const known = imports.get(world) ?? newImport(world.owner, twoVideos)
  imports.set(world, known)
  return (await known).id
}
