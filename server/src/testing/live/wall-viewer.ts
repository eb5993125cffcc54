import {
  type PreviewFrame,
  type PreviewKind,
  previewKinds,
  previewReader,
  type TileState,
} from '@kinora/contract'
import type { Client } from '../client.ts'

export interface WallViewer {
  readonly status: number
  readonly frames: readonly PreviewFrame[]
  /** Number of frames of a kind, of a tile. */
  count(kind: PreviewKind, tile?: number): number
  /** The latest state of a tile. */
  state(tile: number): TileState | null
  readonly isClosed: () => boolean
  close(): void
}

/** Watches tiles like the console. */
export async function watchWall(
  who: Pick<Client, 'url' | 'token' | 'environmentId'>,
  /** IDs of live streams, or names of tiles. */
  tiles: readonly string[],
  motion = 'full',
): Promise<WallViewer> {
  const stop = new AbortController()
  const query = new URLSearchParams({
    tiles: tiles.map((tile) => (tile.includes(':') ? tile : `livestream:${tile}`)).join(','),
    motion,
  })
  const response = await fetch(new URL(`/data/api/v1/monitoring/wall?${query}`, who.url), {
    signal: stop.signal,
    headers: { authorization: `Bearer ${who.token}`, 'environment-id': who.environmentId ?? '' },
  })
  const frames: PreviewFrame[] = []
  let isClosed = !response.ok
  const read = async () => {
    const next = previewReader()
    for await (const chunk of response.body ?? []) frames.push(...next(chunk))
  }
  if (response.ok)
    void read()
      .catch(() => undefined)
      .finally(() => {
        isClosed = true
      })
  else await response.arrayBuffer()
  const of = (kind: PreviewKind, tile = 0) =>
    frames.filter((frame) => frame.kind === kind && frame.tile === tile)
  return {
    status: response.status,
    frames,
    count: (kind, tile) => of(kind, tile).length,
    state(tile) {
      const last = of(previewKinds.state, tile).at(-1)
      return last === undefined ? null : JSON.parse(new TextDecoder().decode(last.data))
    },
    isClosed: () => isClosed,
    close: () => stop.abort(),
  }
}
