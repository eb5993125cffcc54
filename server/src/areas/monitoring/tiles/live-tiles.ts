import type { TileState, TileStatus } from '@kinora/contract'
import type { Offers } from '../../../platform/area.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listStreamNames, type WatchedState } from '../../live/index.ts'
import type { TileSource } from './tile-sources.ts'

/** Live streams as tiles. */
export function liveTiles({ db }: Pick<Platform, 'db'>, previews: Offers['live']['previews']): TileSource {
  return {
    kind: 'livestream',
    right: ['Livestreams', 'Livestream', 'read'],
    async list({ environmentId }, query) {
      const page = await listStreamNames(db, environmentId, query)
      return {
        ...page,
        items: page.items.map(({ id, name, ...stream }) => ({
          tile: `livestream:${id}`,
          name,
          status: statusOf(stream),
        })),
      }
    },
    watch: (environmentId, ids, listener) =>
      previews.watch(environmentId, ids, {
        frame: listener.frame,
        state: (id, state) => listener.state(id, tileState(state)),
      }),
  }
}

function tileState(stream: WatchedState): TileState {
  const { name, source, health } = stream
  return { name, status: statusOf(stream), source, health, signal: null }
}

function statusOf({ status, started }: Pick<WatchedState, 'status' | 'started'>): TileStatus {
  switch (status) {
    case 'active':
      return 'live'
    case 'reconnecting':
      return 'interrupted'
    case 'idle':
      return started ? 'waiting' : 'off'
    case 'ended':
    case 'disabled':
      return 'off'
    default:
      return status
  }
}
