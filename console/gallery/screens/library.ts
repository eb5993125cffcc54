import type { SavedView } from '@kinora/contract'
import { idOf, now } from './people'
import { noVideos } from './samples'
import { type Answers, empty, pending, problem, type States } from './state'

const signed = '/videos?policy=%5B%22signed%22%5D'

export const library: States = {
  'a first upload': { path: '/videos', answers: { ...noVideos, createUpload: pending } },
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
