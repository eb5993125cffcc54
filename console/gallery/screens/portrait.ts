import type { Portrait, PortraitPath } from '@kinora/contract'
import { environmentId, idOf, mediaTeam, now, viewer } from './people'
import { pageOf, video } from './samples'
import { type Answers, problem, type States } from './state'

const ready: Portrait = {
  id: idOf(20),
  environmentId,
  name: 'The interview, upright',
  shape: '9:16',
  captions: false,
  status: 'ready',
  progress: 1,
  reason: null,
  contentId: video.id,
  contentTitle: video.title,
  thumbnail: null,
  resultId: idOf(2),
  size: { width: 1280, height: 720 },
  duration: 10,
  needsRender: false,
  addedBy: 'Ananya Rao Iyer',
  createdAt: now,
  renderedAt: now,
}
const busy = { resultId: null, renderedAt: null, progress: 0.4 } as const
const list: Portrait[] = [
  ready,
  { ...ready, ...busy, id: idOf(21), name: 'The weather', shape: '1:1', status: 'looking', size: null },
  { ...ready, ...busy, id: idOf(22), name: 'The final', status: 'failed', reason: 'vision-missing' },
]

const halves: PortraitPath['shots'][number]['halves'] = [
  { x: 0.2, y: 0.4 },
  { x: 0.8, y: 0.4 },
]

function shot(number: number, start: number, mode: PortraitPath['shots'][number]['mode']) {
  const end = [4, 7, 10, 13][number] ?? 13
  const keyframes = [
    { time: start, middle: 0.3 },
    { time: end, middle: 0.6 },
  ]
  // The first two shots have a lower third.
  const text = number < 2 ? { x: 0.05, y: 0.75, width: 0.5, height: 0.15 } : null
  const move = {
    mode,
    keyframes,
    halves: mode === 'split' ? halves : null,
    text: mode === 'follow' ? text : null,
  }
  return { number, start, end, ...move, isEdited: false, suggested: move }
}

const path: PortraitPath = {
  portraitId: ready.id,
  axis: 'x',
  share: 0.316,
  version: 3,
  shots: [shot(0, 0, 'follow'), shot(1, 4, 'split'), shot(2, 7, 'fit'), shot(3, 10, 'fit')],
}

const page = `/portrait-pro/${ready.id}`

/** A portrait whose path can be changed and rendered. */
function editable(): Answers {
  let shown = ready
  let own = path
  return {
    getPortrait: () => shown,
    getContent: video,
    getPortraitPath: () => own,
    updatePortraitPath: ({ body: { shots: changes } }) => {
      const shots = own.shots.map((each) => {
        const change = changes.find(({ number }) => number === each.number)
        if (change === undefined) return each
        const { text = each.text, ...others } = change
        return { ...each, ...others, text, isEdited: true }
      })
      own = { ...own, shots, version: own.version + 1 }
      return own
    },
    updatePortrait: ({ body }) => {
      shown = { ...shown, captions: body.captions ?? shown.captions, needsRender: true }
      return shown
    },
    renderPortrait: () => {
      shown = { ...shown, status: 'rendering', progress: 0 }
      return shown
    },
  }
}

/** The first portrait, which is created. */
function first(): Answers {
  const made: Portrait = { ...ready, ...busy, status: 'waiting', size: null, duration: null, progress: 0 }
  return {
    listPortraits: pageOf<Portrait>([]),
    listContents: { ...pageOf([video]), assetCollections: [], similar: false },
    getContent: video,
    createPortrait: ({ body: { name, shape } }) => ({ ...made, name, shape }),
    getPortrait: made,
  }
}

export const portrait: States = {
  portraits: { path: '/portrait-pro', answers: { listPortraits: pageOf(list) } },
  'no portraits': { path: '/portrait-pro', answers: first },
  'no portraits found': {
    path: '/portrait-pro?q=weather',
    answers: { listPortraits: pageOf<Portrait>([]) },
  },
  'portraits that do not load': {
    path: '/portrait-pro',
    answers: { listPortraits: problem('unavailable') },
  },
  'portraits without the right': {
    path: '/portrait-pro',
    user: mediaTeam,
    answers: { listAdministrators: { items: [] } },
  },
  'a portrait': { path: page, answers: editable },
  'a portrait for a viewer': { path: page, user: viewer, answers: editable },
  'a portrait that failed': {
    path: page,
    answers: {
      getContent: video,
      getPortrait: { ...ready, ...busy, status: 'failed', reason: 'vision-missing', size: null },
      renderPortrait: { ...ready, ...busy, status: 'waiting', size: null },
    },
  },
  'a portrait that is gone': { path: page, answers: { getPortrait: problem('not-found') } },
}
