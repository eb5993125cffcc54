import type { WatchFile, WatchFolder } from '@kinora/contract'
import { environmentId, idOf, mediaTeam, now, personWith } from './people'
import { pageOf, video } from './samples'
import { type Answers, empty, problem, type States } from './state'

const root = '/srv/incoming'
const folder: WatchFolder = {
  id: idOf(30),
  environmentId,
  name: 'Newsroom',
  root,
  path: 'news/today',
  isRecursive: true,
  include: [],
  exclude: [],
  existing: 'take',
  quietSeconds: 5,
  collectionId: null,
  encodingProfileId: null,
  playbackPolicy: 'public',
  tags: ['morning'],
  after: 'move',
  isPaused: false,
  reason: null,
  scannedAt: now,
  counts: { settling: 2, queued: 0, fetching: 1, ingested: 128, skipped: 4, failed: 1 },
  createdBy: 'Ananya Rao Iyer',
  createdAt: now,
}
const list: WatchFolder[] = [
  folder,
  { ...folder, id: idOf(31), name: 'Sports desk', path: 'sport', isPaused: true },
  { ...folder, id: idOf(32), name: 'Archive disk', path: 'archive', reason: 'missing' },
]

const file: WatchFile = {
  id: idOf(40),
  path: 'field/flood_report.mp4',
  size: 734_003_200,
  modifiedAt: now,
  state: 'ingested',
  reason: null,
  seenAt: now,
  changedAt: now,
  contentId: video.id,
  contentTitle: video.title,
}
const open = { contentId: null, contentTitle: null } as const
const files: WatchFile[] = [
  { ...file, ...open, id: idOf(41), path: 'field/interview.mxf', state: 'settling', reason: 'incomplete' },
  { ...file, ...open, id: idOf(42), path: 'notes.docx', state: 'skipped', reason: 'no-video' },
  { ...file, ...open, id: idOf(43), path: 'parade.mov', state: 'failed', reason: 'storage-full' },
  file,
]

const page = `/settings/watch-folders/${folder.id}`

/** A folder that can be paused, and whose files can be taken. */
function editable(): Answers {
  let shown = folder
  let rows = files
  return {
    listWatchRoots: { items: [root] },
    getWatchFolder: () => shown,
    listWatchFiles: () => pageOf(rows),
    pauseWatchFolder: () => {
      shown = { ...shown, isPaused: true }
      return shown
    },
    takeWatchFile: ({ params: { fileId } }) => {
      rows = rows.map((row) => (row.id === fileId ? { ...row, state: 'queued', reason: null } : row))
      return rows.find(({ id }) => id === fileId) ?? file
    },
    deleteWatchFolder: empty,
    listWatchFolders: pageOf<WatchFolder>([]),
  }
}

/** The first folder, which is created. */
function first(): Answers {
  const folders: WatchFolder[] = []
  return {
    listWatchRoots: { items: [root, '/srv/archive'] },
    listWatchFolders: () => pageOf(folders),
    listCollectionTree: { items: [] },
    listProfileChoices: { items: [] },
    createWatchFolder: ({ body }) => {
      const made = { ...folder, ...body, scannedAt: null }
      folders.push(made)
      return made
    },
  }
}

const where = '/settings/watch-folders'

export const intake: States = {
  folders: { path: where, answers: { listWatchRoots: { items: [root] }, listWatchFolders: pageOf(list) } },
  'no folders': { path: where, answers: first },
  'not set up': {
    path: where,
    answers: { listWatchRoots: { items: [] }, listWatchFolders: pageOf<WatchFolder>([]) },
  },
  'folders that do not load': {
    path: where,
    answers: { listWatchRoots: { items: [root] }, listWatchFolders: problem('unavailable') },
  },
  'folders without the right': {
    path: where,
    user: mediaTeam,
    answers: { listAdministrators: { items: [] } },
  },
  'a folder': { path: page, answers: editable },
  'a folder for a viewer': {
    path: page,
    user: personWith(['Settings.Watch Folder.read']),
    answers: editable,
  },
  'a folder without files': {
    path: page,
    answers: {
      listWatchRoots: { items: [root] },
      getWatchFolder: folder,
      listWatchFiles: pageOf<WatchFile>([]),
    },
  },
  'a folder that is gone': {
    path: page,
    answers: { listWatchRoots: { items: [root] }, getWatchFolder: problem('not-found') },
  },
}
