import type { Bridge, LastPicture } from '@kinora/media'
import { makeHeldPicture, playSlate, type Slate } from './slate.ts'
import type { SlatePlayerOptions } from './slate-player.ts'

/** Shows the last picture of an encoder whose audio goes on: a screen that stands still sends no video. */
export interface HeldPicture {
  /** Whether the source is on the air. */
  isHeld(source: string | null): boolean
  /** Shows the last picture of a silent source, as soon as it is encoded. False if the slate must be shown instead. */
  hold(source: string): boolean
  /** Shows a newer picture, of a source that has sent video and cannot be shown before its next keyframe. */
  refresh(source: string): void
  stop(): void
}

/** Names of the source in the bridge: a newer picture replaces the other one. */
const NAMES = ['held-a', 'held-b']
/** Time for the encoding. */
const MOST_MS = 3000
const REFRESH_MS = 1000

type Options = Pick<SlatePlayerOptions, 'ffmpeg' | 'log' | 'cwd' | 'memoryBytes'>

export function createHeldPicture({ log, ...options }: Options, bridge: Bridge): HeldPicture {
  let run: { readonly stop: () => void } | null = null
  let shown: { readonly name: string; readonly source: string; readonly picture: LastPicture } | null = null
  let making: { readonly source: string; readonly sinceMs: number } | null = null
  let madeMs = Number.NEGATIVE_INFINITY
  let turns = 0

  function make(source: string, picture: LastPicture): void {
    const own = { source, sinceMs: performance.now() }
    making = own
    madeMs = own.sinceMs
    makeHeldPicture(options.ffmpeg, options, picture)
      .then((loop) => {
        if (making === own) show(source, picture, loop)
      })
      .catch((err: unknown) => log.warn({ err }, 'the last picture of a live stream cannot be held'))
      .finally(() => {
        if (making === own && shown?.picture === picture) making = null
      })
  }

  function show(source: string, picture: LastPicture, loop: Slate): void {
    const before = shown
    const name = NAMES[turns % NAMES.length] ?? ''
    turns += 1
    run?.stop()
    shown = { name, source, picture }
    const awaited = bridge.chosen() ?? source
    const sink = bridge.attach(name)
    bridge.choose(name, 'last-frame', source)
    run = playSlate(loop, null, sink, bridge.lag)
    bridge.choose(awaited)
    if (before !== null) bridge.detach(before.name)
  }

  return {
    isHeld: (source) => source !== null && source === shown?.name,
    hold(source) {
      if (!bridge.isHeard(source)) return false
      if (making?.source === source) return performance.now() - making.sinceMs < MOST_MS
      const picture = bridge.lastPicture(source)
      if (picture === null) return false
      make(source, picture)
      return true
    },
    refresh(source) {
      const picture = bridge.lastPicture(source)
      if (picture === null || shown?.source !== source) return
      const isNew = picture.frames.at(-1) !== shown.picture.frames.at(-1)
      if (isNew && performance.now() - madeMs > REFRESH_MS) make(source, picture)
    },
    stop() {
      run?.stop()
      run = null
      making = null
      if (shown !== null) bridge.detach(shown.name)
      shown = null
    },
  }
}
