import { idOf, viewer } from './people'
import { pageOf, stream } from './samples'
import type { Answers, States } from './state'

const answers: Answers = {
  listProfileChoices: { items: [] },
  listLivestreams: pageOf([stream]),
  getLivestream: stream,
  listCustomPlaybacks: pageOf([]),
  getMonitors: { renditions: [], health: null, points: [], stepS: 10, events: [] },
  listLiveRecordings: pageOf([]),
  listLiveClips: pageOf([]),
}

export const live: States = {
  'streams for a viewer': { path: '/live-stream', user: viewer, answers },
  'custom URLs for a viewer': { path: `/live-stream/${idOf(1)}/custom-urls`, user: viewer, answers },
  'monitoring for a viewer': { path: `/live-stream/${idOf(1)}/monitoring`, user: viewer, answers },
}
