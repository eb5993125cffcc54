import type { TileMotion, TileState } from '@kinora/contract'
import { type ChannelLevel, type PreviewFrame, previewKinds } from '@kinora/contract/live/preview-frames'
import { type Alarm, alarmsOf } from './alarms'
import { createLevelView, type LevelView } from './level-view'
import { canDecode, createTileView, type TileView } from './tile-view'
import { readWall, type WallConnection } from './wall-stream'

/** Known facts of a tile. */
export interface TileInfo {
  /** Null before the first answer. */
  readonly state: TileState | null
  /** The worst first. */
  readonly alarms: readonly Alarm[]
  readonly level: ChannelLevel | null
}

export interface WallSnapshot {
  readonly connection: WallConnection
  readonly tiles: ReadonlyMap<string, TileInfo>
}

/** The tiles that a screen shows: reads their frames, draws them and keeps what is known of them. */
export interface Wall {
  /** Shows these tiles from now on. */
  watch(tiles: readonly string[]): void
  /** Draws a tile on these canvases until the returned function is called. */
  attach(tile: string, pictures: HTMLCanvasElement, levels: HTMLCanvasElement): () => void
  readonly subscribe: (listener: () => void) => () => void
  readonly snapshot: () => WallSnapshot
  close(): void
}

interface Views {
  readonly pictures: TileView
  readonly levels: LevelView
}

/** Levels are drawn less often than pictures. */
const LEVELS_MS = 80
const CHECK_MS = 1000
const unknown: TileInfo = { state: null, alarms: [], level: null }

export function createWall(environmentId: string): Wall {
  const views = new Map<string, Views>()
  const listeners = new Set<() => void>()
  let shown: WallSnapshot = { connection: 'connecting', tiles: new Map() }
  let names: readonly string[] = []
  let stop: () => void = () => undefined
  let levelsMs = 0
  let frame = 0

  function publish(change: Partial<WallSnapshot>): void {
    shown = { ...shown, ...change }
    for (const listener of listeners) listener()
  }

  function take(received: PreviewFrame): void {
    const name = names[received.tile]
    const own = name === undefined ? undefined : views.get(name)
    if (name === undefined) return
    if (received.kind === previewKinds.state) {
      const state = JSON.parse(new TextDecoder().decode(received.data)) as TileState
      setInfo(name, { state })
      if (state.source === null && state.status !== 'live') own?.pictures.clear()
    } else if (received.kind === previewKinds.levels) own?.levels.take(received.data)
    else if (received.kind !== previewKinds.ping) own?.pictures.take(received)
  }

  function setInfo(name: string, change: Partial<TileInfo>): void {
    const before = shown.tiles.get(name) ?? unknown
    const next = { ...before, ...change }
    const isSame = next.state === before.state && next.alarms === before.alarms && next.level === before.level
    if (!isSame) publish({ tiles: new Map(shown.tiles).set(name, next) })
  }

  /** Finds alarms of all tiles, and their levels as text. */
  function check(): void {
    const now = performance.now()
    for (const name of names) {
      const { state, alarms } = shown.tiles.get(name) ?? unknown
      const own = views.get(name)
      const isMoving = state?.status === 'live' && state.source === 'publisher' && !document.hidden
      const signs = isMoving ? (own?.pictures.signs(now) ?? null) : null
      const level = own?.levels.loudest(now) ?? null
      setInfo(name, { alarms: alarmsOf(state, signs, alarms, Date.now()), level })
    }
  }

  function read(): void {
    stop()
    stop = () => undefined
    if (names.length === 0) return
    stop = readWall({
      environmentId,
      tiles: names,
      motion: motionNow(),
      onFrame: take,
      onConnection: (connection) => publish({ connection }),
    })
  }

  const draw = (nowMs: number) => {
    for (const { pictures } of views.values()) pictures.draw(nowMs)
    if (nowMs - levelsMs >= LEVELS_MS) {
      levelsMs = nowMs
      for (const { levels } of views.values()) levels.draw(nowMs)
    }
    frame = requestAnimationFrame(draw)
  }
  frame = requestAnimationFrame(draw)
  const checks = setInterval(check, CHECK_MS)
  document.addEventListener('visibilitychange', read)

  return {
    watch(tiles) {
      if (tiles.length === names.length && tiles.every((name, at) => name === names[at])) return
      names = tiles
      const kept = [...shown.tiles].filter(([name]) => names.includes(name))
      publish({ connection: 'connecting', tiles: new Map(kept) })
      read()
    },
    attach(tile, pictures, levels) {
      const own: Views = { pictures: createTileView(pictures), levels: createLevelView(levels) }
      views.set(tile, own)
      return () => {
        own.pictures.close()
        if (views.get(tile) === own) views.delete(tile)
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => shown,
    close() {
      stop()
      cancelAnimationFrame(frame)
      clearInterval(checks)
      document.removeEventListener('visibilitychange', read)
    },
  }
}

/** A page that nobody sees needs no pictures. */
function motionNow(): TileMotion {
  if (document.hidden) return 'none'
  return canDecode() ? 'full' : 'images'
}
