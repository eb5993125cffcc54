import type { CloudExport, ExportRule } from '@kinora/contract'
import { idOf, mediaTeam, now, personWith } from './people'
import { pageOf, selectableVideos, video } from './samples'
import { type Answers, empty, problem, type States } from './state'

const accounts = [
  { id: idOf(50), name: 'Archive bucket', kind: 's3' },
  { id: idOf(51), name: 'Photo agency', kind: 'sftp' },
] as const
const [archive, agency] = accounts

const rule: ExportRule = {
  id: idOf(70),
  name: 'Partners',
  account: archive,
  path: 'partners/news',
  files: ['original', 'subtitles', 'metadata'],
  collectionId: idOf(20),
  collectionName: 'News',
  tags: ['partners', 'evening'],
  isPaused: false,
  createdBy: 'Ananya Rao Iyer',
  createdAt: now,
}
const rules: ExportRule[] = [
  rule,
  { ...rule, id: idOf(71), name: 'Agency', account: agency, path: '', isPaused: true, collectionName: null },
  {
    ...rule,
    id: idOf(72),
    name: 'Everything to the archive of the ministry',
    collectionId: null,
    collectionName: null,
    tags: [],
    files: ['mp4'],
  },
]

const done: CloudExport = {
  id: idOf(80),
  contentId: video.id,
  contentTitle: video.title,
  account: archive,
  path: 'partners/news',
  files: ['original', 'metadata'],
  rule: { id: rule.id, name: rule.name },
  state: 'done',
  reason: null,
  written: [
    { path: `partners/news/${video.title}.mov`, size: 734_003_200 },
    { path: `partners/news/${video.title}.json`, size: 812 },
  ],
  createdBy: 'Ananya Rao Iyer',
  createdAt: now,
  changedAt: now,
}
const failed: CloudExport = {
  ...done,
  id: idOf(81),
  account: agency,
  path: '',
  rule: null,
  state: 'failed',
  reason: 'host-key',
  written: [],
}
const exported = [
  failed,
  { ...failed, id: idOf(82), path: 'out', reason: 'name-taken' },
  { ...done, id: idOf(83), state: 'running', written: [] },
  done,
] satisfies CloudExport[]

const tab = `/videos/${video.id}/cloud-export`
const where = '/settings/export-rules'
const none = pageOf<CloudExport>([])

/** A video that can be exported, and a failed export that can be tried again. */
function exportable(): Answers {
  let list: CloudExport[] = exported
  return {
    getContent: video,
    listExportAccounts: { items: [...accounts] },
    listCloudExports: () => pageOf(list),
    createCloudExport: ({ body: { accountId: _account, contentIds: _contents, ...target } }) => {
      const made = {
        ...done,
        ...target,
        id: idOf(84),
        rule: null,
        state: 'queued',
        written: [],
      } as CloudExport
      list = [made, ...list]
      return { items: [made] }
    },
    retryCloudExport: ({ params: { id } }) => {
      list = list.map((each) => (each.id === id ? { ...each, state: 'queued', reason: null } : each))
      return list.find((each) => each.id === id) ?? done
    },
  }
}

/** Rules that can be added, paused and deleted. */
function changeable(start: readonly ExportRule[]): () => Answers {
  return () => {
    let list = start
    const change = (id: string, isPaused: boolean) => {
      list = list.map((each) => (each.id === id ? { ...each, isPaused } : each))
      return list.find((each) => each.id === id) ?? rule
    }
    return {
      listExportAccounts: { items: [...accounts] },
      listExportRules: () => pageOf([...list]),
      listCloudExports: ({ query: { state } }) =>
        pageOf(exported.filter((each) => state === undefined || each.state === state)),
      listCollectionTree: { items: [] },
      createExportRule: ({ body: { accountId: _account, ...body } }) => {
        const made = { ...rule, ...body, id: idOf(73), collectionName: null } as ExportRule
        list = [...list, made]
        return made
      },
      pauseExportRule: ({ params: { id } }) => change(id, true),
      resumeExportRule: ({ params: { id } }) => change(id, false),
      deleteExportRule: ({ params: { id } }) => {
        list = list.filter((each) => each.id !== id)
        return empty
      },
    }
  }
}

export const exports: States = {
  'videos that can be exported together': {
    path: '/videos',
    answers: () => ({ ...exportable(), ...selectableVideos }),
  },
  'videos without accounts': {
    path: '/videos',
    answers: { ...selectableVideos, listExportAccounts: { items: [] } },
  },
  'videos whose accounts do not load': {
    path: '/videos',
    answers: { ...selectableVideos, listExportAccounts: problem('unavailable') },
  },
  'exports of a video': { path: tab, answers: exportable },
  'a video without exports': {
    path: tab,
    answers: { getContent: video, listExportAccounts: { items: [...accounts] }, listCloudExports: none },
  },
  'a video without accounts': {
    path: tab,
    answers: { getContent: video, listExportAccounts: { items: [] }, listCloudExports: none },
  },
  'exports that do not load': {
    path: tab,
    answers: {
      getContent: video,
      listExportAccounts: { items: [...accounts] },
      listCloudExports: problem('unavailable'),
    },
  },
  'exports of a video for a viewer': {
    path: tab,
    user: personWith(['Videos.Video.read', 'Videos.Cloud Export.read']),
    answers: exportable,
  },
  rules: { path: where, answers: changeable(rules) },
  'no rules': { path: where, answers: changeable([]) },
  'rules without accounts': {
    path: where,
    answers: { listExportAccounts: { items: [] }, listExportRules: pageOf<ExportRule>([]) },
  },
  'rules that do not load': {
    path: where,
    answers: { listExportAccounts: { items: [...accounts] }, listExportRules: problem('unavailable') },
  },
  'rules without the right': {
    path: where,
    user: mediaTeam,
    answers: { listAdministrators: { items: [] } },
  },
  'rules for a viewer': {
    path: where,
    user: personWith(['Settings.Export Rules.read']),
    answers: { listExportRules: pageOf(rules) },
  },
}
