import type { AccountTest, CloudAccount, ImportedFile, WatchFile, WatchFolder } from '@kinora/contract'
import { environmentId, idOf, mediaTeam, now, personWith } from './people'
import { noVideos, pageOf, video } from './samples'
import { type Answers, empty, problem, type States } from './state'

const root = '/srv/incoming'
const folder: WatchFolder = {
  id: idOf(30),
  environmentId,
  name: 'Newsroom',
  accountId: null,
  account: null,
  root,
  path: 'news/today',
  isRecursive: true,
  include: [],
  exclude: [],
  existing: 'take',
  quietSeconds: 5,
  settle: 'quiet',
  marker: '.done',
  manifest: 'manifest.*',
  sidecars: 'use',
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
  {
    ...folder,
    id: idOf(33),
    name: 'Agency pictures',
    accountId: idOf(51),
    root: '',
    path: 'outbox',
    reason: 'account',
    account: { id: idOf(51), name: 'Photo agency', kind: 'sftp', reason: 'host-key' },
  },
]

const account = {
  id: idOf(50),
  environmentId,
  name: 'Archive bucket',
  secrets: ['password'],
  hostKey: null,
  state: 'ok',
  reason: null,
  checkedAt: now,
  folders: 2,
  createdBy: 'Ananya Rao Iyer',
  createdAt: now,
  updatedAt: now,
} satisfies Partial<CloudAccount>
const server = { host: 'files.agency.example', port: 22, user: 'newsroom', folder: 'outbox' }
const accounts: CloudAccount[] = [
  {
    ...account,
    kind: 's3',
    settings: {
      endpoint: 'https://s3.archive.example',
      region: 'eu-central-1',
      bucket: 'masters',
      accessKeyId: 'KINORA',
      pathStyle: true,
      ca: null,
      folder: 'incoming',
    },
  },
  {
    ...account,
    id: idOf(51),
    name: 'Photo agency',
    kind: 'sftp',
    settings: server,
    hostKey: 'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDmeQD3TLqJzSMgRsM',
    state: 'failing',
    reason: 'host-key',
    folders: 1,
  },
  {
    ...account,
    id: idOf(52),
    name: 'Studio',
    kind: 'webdav',
    settings: { url: 'https://cloud.studio.example/dav', user: 'kinora', ca: null },
    checkedAt: null,
    folders: 0,
  },
  {
    ...account,
    id: idOf(53),
    name: 'Rushes',
    kind: 'gcs',
    settings: { endpoint: null, bucket: 'rushes', ca: null, folder: 'incoming' },
    secrets: ['serviceAccountKey'],
    folders: 0,
  },
  {
    ...account,
    id: idOf(54),
    name: 'Partner container',
    kind: 'azure',
    settings: { endpoint: null, account: 'partnervideo', container: 'delivery', ca: null, folder: '' },
    secrets: ['sasToken'],
    folders: 0,
  },
]
const places = { items: [root], accounts: accounts.map(({ id, name, kind }) => ({ id, name, kind })) }

const file: WatchFile = {
  id: idOf(40),
  path: 'field/flood_report.mp4',
  size: 734_003_200,
  modifiedAt: now,
  state: 'ingested',
  reason: null,
  companions: [
    { path: 'field/flood_report.xml', kind: 'sidecar', fault: 'broken' },
    { path: 'field/flood_report.ar.vtt', kind: 'subtitle', fault: null },
  ],
  seenAt: now,
  changedAt: now,
  contentId: video.id,
  contentTitle: video.title,
}
const open = { contentId: null, contentTitle: null, companions: [] }
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
    listWatchRoots: places,
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
    listWatchRoots: { items: [root, '/srv/archive'], accounts: places.accounts },
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

const tested: AccountTest = {
  steps: [
    { step: 'connect', state: 'ok', reason: null },
    { step: 'sign-in', state: 'ok', reason: null },
    { step: 'list', state: 'ok', reason: null },
    { step: 'read', state: 'skipped', reason: 'no-file' },
    { step: 'write', state: 'failed', reason: 'no-access' },
  ],
  account: accounts[1] ?? (accounts[0] as CloudAccount),
}

/** An account that can be added and tested. */
function addable(): Answers {
  const added: CloudAccount[] = []
  return {
    listCloudAccounts: () => pageOf(added),
    createCloudAccount: ({ body }) => {
      const made = {
        ...account,
        ...accounts[1],
        ...body,
        secrets: ['password'],
        hostKey: null,
        state: 'ok',
        reason: null,
        checkedAt: null,
      }
      added.push(made as CloudAccount)
      return made as CloudAccount
    },
    testCloudAccount: tested,
  }
}

const imported: ImportedFile[] = [
  { ...files[2], ...open, id: idOf(44), path: 'rushes/day 2/parade.mov' },
  { ...file, companions: [], id: idOf(45), path: 'rushes/flood_report.mp4' },
].map((each) => ({ ...file, ...each, account: { id: idOf(53), name: 'Rushes' } }))

/** Accounts whose folders can be browsed. */
const browsable: Answers = {
  ...noVideos,
  listContents: { ...noVideos.listContents, ...pageOf([video]) },
  listSavedViews: { items: [] },
  listImportAccounts: { items: places.accounts },
  browseCloudAccount: ({ params: { id }, query: { path } }) =>
    id === idOf(51)
      ? { items: [], isCut: false, reason: 'host-key' }
      : {
          items:
            path === ''
              ? [
                  { name: 'rushes', isFolder: true, size: null },
                  { name: 'opening_titles_of_the_evening_news.mp4', isFolder: false, size: 734_003_200 },
                ]
              : [{ name: 'flood_report.mp4', isFolder: false, size: 1_240_003_200 }],
          isCut: path === '',
          reason: null,
        },
  createCloudImport: { items: imported },
  listImportedFiles: pageOf(imported),
}

const where = '/settings/watch-folders'
const connect = '/settings/cloud-connect'

export const intake: States = {
  imports: { path: '/videos', answers: browsable },
  'imports without accounts': {
    path: '/videos',
    answers: { ...browsable, listImportAccounts: { items: [] }, listImportedFiles: pageOf<ImportedFile>([]) },
  },
  folders: { path: where, answers: { listWatchRoots: places, listWatchFolders: pageOf(list) } },
  'no folders': { path: where, answers: first },
  'not set up': {
    path: where,
    answers: { listWatchRoots: { items: [], accounts: [] }, listWatchFolders: pageOf<WatchFolder>([]) },
  },
  'folders that do not load': {
    path: where,
    answers: { listWatchRoots: places, listWatchFolders: problem('unavailable') },
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
      listWatchRoots: places,
      getWatchFolder: folder,
      listWatchFiles: pageOf<WatchFile>([]),
    },
  },
  'a folder that is gone': {
    path: page,
    answers: { listWatchRoots: places, getWatchFolder: problem('not-found') },
  },
  accounts: {
    path: connect,
    answers: {
      listCloudAccounts: pageOf(accounts),
      deleteCloudAccount: problem('cloud-account-used'),
      testCloudAccount: tested,
    },
  },
  'no accounts': { path: connect, answers: addable },
  'accounts that do not load': { path: connect, answers: { listCloudAccounts: problem('unavailable') } },
  'accounts without the right': {
    path: connect,
    user: mediaTeam,
    answers: { listAdministrators: { items: [] } },
  },
  'accounts for a viewer': {
    path: connect,
    user: personWith(['Settings.Cloud Connect.read']),
    answers: { listCloudAccounts: pageOf(accounts) },
  },
}
