import type { ServerResponse } from 'node:http'
import {
  type PreviewFrame,
  previewHead,
  previewKinds,
  type TileMotion,
  type TileState,
  wallLimits,
} from '@kinora/contract'
import type { TileListener, TileSources } from '../tiles/tile-sources.ts'
import type { TileImages } from './tile-images.ts'

interface WallRequest {
  readonly environmentId: string
  /** Kinds and IDs of the tiles, in order. */
  readonly tiles: readonly { readonly kind: string; readonly id: string }[]
  /** The kinds that the caller may see. Tiles of others are `gone`. */
  readonly shown: ReadonlySet<string>
  readonly motion: TileMotion
}

/** Frames of all tiles are sent together, which takes less time than one by one. */
const SEND_MS = 100
const PING_MS = 5000
/** Unsent bytes of a tile, about two seconds of it. Beyond them pictures are dropped until a keyframe. */
const UNSENT_TILE_BYTES = 100_000
const LEAST_UNSENT_BYTES = 512 * 1024
/** A client that reads nothing for this long is disconnected. */
const STUCK_MS = 20_000

const gone: TileState = { name: '', status: 'gone', source: null, health: null, signal: null }

/** Sends tiles to a response until it is closed. Nothing is encoded for it. */
export function sendWall(
  response: ServerResponse,
  { environmentId, tiles, shown, motion }: WallRequest,
  { sources, images }: { readonly sources: TileSources; readonly images: TileImages },
): { close(): void } {
  const mostUnsent = Math.max(LEAST_UNSENT_BYTES, tiles.length * UNSENT_TILE_BYTES)
  const isMoving = tiles.length <= wallLimits.moving
  /** Tiles whose pictures are dropped until the next keyframe. */
  const skipping = new Set<number>()
  const states = new Map<number, TileState>()
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let pingMs = 0
  let stuckMs = 0

  const isBehind = () => response.writableLength + waitingBytes > mostUnsent

  function add(tile: number, frame: Omit<PreviewFrame, 'tile'>): void {
    const { kind, timeMs, data } = frame
    waiting.push(previewHead(tile, { kind, timeMs, length: data.length }), data)
    waitingBytes += data.length
  }

  function addFrame(tile: number, frame: PreviewFrame): void {
    const { kind } = frame
    if (kind === previewKinds.levels) {
      if (!isBehind()) add(tile, frame)
      return
    }
    if (motion === 'audio') {
      if (isBehind()) response.destroy()
      else if (kind === previewKinds.audioStart || kind === previewKinds.audio) add(tile, frame)
      return
    }
    if (motion === 'images' || motion === 'none') return
    if (kind === previewKinds.delta && (motion === 'keyframes' || !isMoving)) return
    if (kind === previewKinds.key || kind === previewKinds.delta) {
      if (isBehind()) skipping.add(tile)
      else if (kind === previewKinds.key) skipping.delete(tile)
      if (skipping.has(tile)) return
    }
    add(tile, frame)
  }

  function send(): void {
    pingMs += SEND_MS
    stuckMs = response.writableLength > 0 ? stuckMs + SEND_MS : 0
    if (stuckMs >= STUCK_MS) {
      response.destroy()
      return
    }
    if (!isBehind()) {
      for (const [tile, state] of states)
        add(tile, {
          kind: previewKinds.state,
          timeMs: 0,
          data: Buffer.from(JSON.stringify(state)),
        })
      states.clear()
    }
    if (waiting.length === 0 && pingMs >= PING_MS)
      add(0, { kind: previewKinds.ping, timeMs: 0, data: new Uint8Array(0) })
    if (waiting.length === 0) return
    response.write(Buffer.concat(waiting))
    waiting = []
    waitingBytes = 0
    pingMs = 0
  }

  const numbers = new Map(tiles.map(({ kind, id }, n) => [`${kind}:${id}`, n]))
  for (const [tile, { kind }] of tiles.entries()) if (!shown.has(kind)) states.set(tile, gone)
  const seen = tiles.filter(({ kind }) => shown.has(kind))
  const opened = [...Map.groupBy(seen, ({ kind }) => kind)].map(([kind, all]) => {
    const tileOf = (id: string) => numbers.get(`${kind}:${id}`) ?? 0
    const listener: TileListener = {
      frame: (id, frame) => addFrame(tileOf(id), frame),
      state: (id, state) => void states.set(tileOf(id), state),
    }
    const ids = all.map(({ id }) => id)
    const source = sources.of(kind)
    const follow = motion === 'audio' ? source.listen : source.watch
    const watched = follow?.(environmentId, ids, listener) ?? { close: () => undefined }
    return motion === 'images' ? [watched, ...ids.map((id) => openImages(kind, id, tileOf(id)))] : [watched]
  })

  function openImages(kind: string, id: string, tile: number) {
    return images.watch({ kind, environmentId, id }, isMoving, (image) => {
      if (!isBehind()) add(tile, { kind: previewKinds.image, timeMs: 0, data: image })
    })
  }

  const timer = setInterval(send, SEND_MS)
  return {
    close() {
      clearInterval(timer)
      for (const each of opened.flat()) each.close()
      // A client that reads nothing must not delay the end of the process.
      if (response.writableLength > 0) response.destroy()
      else response.end()
    },
  }
}
