import { randomUUID } from 'node:crypto'
import type { libraryCalls, VideoImport } from '@kinora/contract'
import { type CasesOf, firstId, type Tenant } from '../../contract/test-case.ts'
import { png } from '../../platform/ffmpeg/test-pictures.ts'
import { addedTrack, type Client, furtherPlaybackId, keptStill } from '../../testing/client.ts'
import { aProfile, someProfile } from '../../testing/profiles.ts'
import { aView, someView } from '../../testing/saved-views.ts'
import { newImport, workbook } from '../../testing/sheets.ts'

const listQuery = ({ collection }: Tenant) => ({
  query: {
    assetCollectionUUID: collection.id,
    pageNum: '1',
    pageSize: '12',
    phrase: 'x',
    status: 'ready,failed',
    sort: 'title',
    showAssetCollections: 'true',
  },
})

export const cases: CasesOf<keyof typeof libraryCalls> = {
  createUpload: async ({ owner, collection }) => ({
    body: {
      fileName: 'match.mp4',
      fileSize: 1000,
      title: 'Match',
      playbackPolicy: 'public',
      assetCollectionUUID: collection.id,
      encodingProfileId: (await someProfile(owner)).id,
      isTest: true,
    },
  }),
  getUpload: ({ upload }) => ({ params: { id: upload.uploadId } }),
  createPartUrl: ({ upload }) => ({ params: { id: upload.uploadId }, body: { partNumber: 1 } }),
  completeUpload: ({ upload }) => ({
    params: { id: upload.uploadId },
    body: { parts: [{ partNumber: 1, etag: 'none' }] },
    answers: 'upload-incomplete',
  }),
  cancelUpload: async ({ owner }) => {
    const { uploadId: id } = await owner.call('createUpload', { body: { fileName: 'a.mp4', fileSize: 9 } })
    return { params: { id } }
  },
  createContent: async ({ kinora, owner }) => ({
    body: {
      url: `${kinora.url}/nothing.mp4`,
      title: 'From afar',
      playbackPolicy: 'public',
      encodingProfileId: (await someProfile(owner)).id,
      isTest: true,
    },
  }),
  createSample: () => ({}),
  listContents: listQuery,
  listContentsByShortPath: listQuery,
  getWorkQueue: () => ({}),
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
  deleteContent: async ({ video }) => ({ params: { id: await video() }, query: { permanently: 'true' } }),
  deleteContents: async ({ video }) => ({
    body: { ids: [await video()], permanently: true },
    passesOver: ['body.ids.0'],
  }),
  restoreContents: async ({ owner, video }) => {
    const ids = [await video()]
    await owner.call('deleteContents', { body: { ids } })
    return { body: { ids }, passesOver: ['body.ids.0'] }
  },
  moveContents: async ({ video, collection }) => ({
    body: { ids: [await video()], assetCollectionUUID: collection.id },
    passesOver: ['body.ids.0'],
  }),
  tagContents: async ({ video }) => ({
    body: { ids: [await video()], add: ['news'], remove: [] },
    passesOver: ['body.ids.0'],
  }),
  createCollection: ({ collection }) => ({
    body: { name: `Highlights ${randomUUID()}`, parentCollectionUUID: collection.id },
  }),
  listCollections: ({ collection }) => ({
    query: { pageNum: '1', pageSize: '12', parentCollectionUUID: collection.id },
  }),
  listCollectionTree: () => ({}),
  getStorageUse: () => ({}),
  getCollection: ({ collection }) => ({ params: { id: collection.id } }),
  updateCollection: async ({ owner, collection }) => ({
    params: { id: await newFolder(owner) },
    body: { name: `Old matches ${randomUUID()}`, parentCollectionUUID: collection.id },
  }),
  deleteCollection: async ({ owner }) => ({
    params: { id: await newFolder(owner) },
    query: { permanently: 'true' },
  }),
  restoreCollection: async ({ owner }) => {
    const params = { id: await newFolder(owner) }
    await owner.call('deleteCollection', { params })
    return { params }
  },
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
  getSocialClipOptions: () => ({}),
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
  replaceByUrl: async ({ video, kinora }) => ({
    params: { id: await video() },
    body: { url: `${kinora.url}/nothing.mp4` },
  }),
  replaceByUpload: async ({ video }) => ({ params: { id: await video() }, body: betterFile }),
  cancelReplacement: async ({ owner, video }) => {
    const params = { id: await video() }
    await owner.call('replaceByUpload', { params, body: betterFile })
    return { params }
  },
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
    // Its file is still missing.
    answers: 'content-not-ready',
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
  previewSubtitle: ({ content }) => ({
    params: { id: content.id },
    body: {
      languageCode: 'te',
      charset: 'utf-8',
      file: Buffer.from('1\n00:00:00,500 --> 00:00:01,000\nనమస్కారం').toString('base64'),
    },
  }),
  publishSubtitles: async ({ owner, content: { id } }) => ({
    params: { id },
    body: {
      draftsToPublish: [await newDraft(owner, id)],
      subtitlesToDelete: [await newDraft(owner, id)],
    },
    passesOver: ['body.draftsToPublish.0', 'body.subtitlesToDelete.0'],
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
  deleteSubtitle: async ({ owner, content: { id } }) => ({
    params: { id, subtitleId: await newDraft(owner, id) },
    query: { draftOnly: 'true' },
  }),
  downloadSubtitle: ({ content, subtitle }) => ({
    params: { id: content.id, subtitleId: subtitle.id },
    query: { format: 'srt', version: 'draft' },
  }),
  getContentPoster: async ({ owner, content }) => {
    const { id: thumbnailId } = await keptStill(owner, content)
    await owner.call('choosePoster', { params: { id: content.id }, body: { thumbnailId } })
    return { params: { id: content.id } }
  },
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
  createArchive: async ({ content, video }) => ({
    body: { ids: [content.id, await video()], subtitles: true },
    passesOver: ['body.ids.0', 'body.ids.1'],
  }),
  getLinkedFile: async ({ owner, content }) => {
    const body = { file: 'original' }
    const { url } = await owner.call('createDownload', { params: { id: content.id }, body })
    return { query: { ticket: new URL(url ?? '').searchParams.get('ticket') ?? '' } }
  },
  createImport: ({ collection }) => ({
    body: {
      fileName: 'videos.xlsx',
      file: workbook(twoVideos()).toString('base64'),
      assetCollectionUUID: collection.id,
    },
  }),
  listImports: () => ({ query: { pageNum: '1', pageSize: '12' } }),
  downloadImportTemplate: () => ({ query: { language: 'te' } }),
  getImport: async (world) => ({ params: { id: await draftImport(world) } }),
  updateImport: async (world) => ({
    params: { id: await draftImport(world) },
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
    params: { id: await draftImport(world) },
    query: { pageNum: '1', pageSize: '12', state: 'invalid,waiting' },
  }),
  startImport: async ({ owner }) => ({ params: { id: (await newImport(owner, twoVideos())).id } }),
  cancelImport: async ({ owner }) => ({ params: await startedImport(owner) }),
  retryImport: async ({ owner }) => ({ params: await startedImport(owner) }),
  deleteImport: async ({ owner }) => ({ params: { id: (await newImport(owner, twoVideos())).id } }),
  downloadImportReport: async (world) => ({
    params: { id: await draftImport(world) },
    query: { language: 'ar' },
  }),
  reencodeContent: async ({ owner, video }) => ({
    params: { id: await video() },
    body: { encodingProfileId: (await someProfile(owner)).id },
  }),
  endReencode: ({ content }) => ({ params: { id: content.id }, answers: 'reencode-over' }),
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
  // Nothing of this video has failed.
  retryContent: ({ content }) => ({ params: { id: content.id }, answers: 'content-not-ready' }),
  retryContentByGet: ({ content }) => ({ params: { id: content.id }, answers: 'content-not-ready' }),
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
  undoContentChange: async ({ owner, video }) => {
    const params = { id: await video() }
    await owner.call('updateContent', { params, body: { title: 'To be taken back' } })
    const { items } = await owner.call('listContentChanges', { params })
    return { params: { ...params, changeId: firstId(items) } }
  },
  getPlaybackUrl: ({ content }) => ({ params: { id: content.id } }),
}

const betterFile = { fileName: 'better.mp4', fileSize: 1000 }

async function newFolder(owner: Client): Promise<string> {
  const { id } = await owner.call('createCollection', { body: { name: `Folder ${randomUUID()}` } })
  return id
}

async function newDraft(owner: Client, id: string): Promise<string> {
  const body = { name: 'Hindi', languageCode: 'hi', text: '1\n00:00:00,000 --> 00:00:01,000\nsecret plans' }
  return (await owner.call('createSubtitle', { params: { id }, body })).id
}

/** URLs that were not imported before: known ones are skipped. */
const twoVideos = () => [
  ['URL', 'Title'],
  [`http://127.0.0.1:9/${randomUUID()}.mp4`, 'secret plans of deccan'],
  [`http://127.0.0.1:9/${randomUUID()}.mp4`, 'Two'],
]

const imports = new WeakMap<Tenant, Promise<VideoImport>>()

/** One file for all cases, because each file is read by a process. */
async function draftImport(world: Tenant): Promise<string> {
  const known = imports.get(world) ?? newImport(world.owner, twoVideos())
  imports.set(world, known)
  return (await known).id
}

async function startedImport(owner: Client): Promise<{ id: string }> {
  const { id } = await newImport(owner, twoVideos())
  await owner.call('startImport', { params: { id } })
  return { id }
}
