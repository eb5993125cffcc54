import type Hls from 'hls.js'
import {
  Events,
  type FragmentLoaderConstructor,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type LoaderContext,
} from 'hls.js'

/** A loader of segments for hls.js that keeps subtitles until the video at the same discontinuity has been read. Earlier,
 * hls.js places them as if the times of the video had begun there (hls.js #7850), so they would come late by the length
 * of the video before an ad. */
export interface SubtitleLoader {
  readonly fLoader: FragmentLoaderConstructor
  /** Learns from this instance which video has been read. */
  follow(hls: Hls): void
}

/** @param Player hls.js, or a copy of it */
export function subtitleLoader(Player: typeof Hls): SubtitleLoader {
  /** Numbers of the discontinuities whose video has been read. */
  const known = new Set<number>()
  const waiting = new Set<() => void>()

  class Loader extends Player.DefaultConfig.loader {
    #wake: (() => void) | null = null

    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const discontinuity = subtitlesAt(context)
      if (discontinuity === null) {
        super.load(context, config, callbacks)
        return
      }
      const onSuccess: typeof callbacks.onSuccess = (...loaded) => {
        const wake = () => {
          if (!known.has(discontinuity)) return
          this.#stopWaiting()
          callbacks.onSuccess(...loaded)
        }
        this.#wake = wake
        waiting.add(wake)
        wake()
      }
      super.load(context, config, Object.assign({}, callbacks, { onSuccess }))
    }

    override abort(): void {
      this.#stopWaiting()
      super.abort()
    }

    override destroy(): void {
      this.#stopWaiting()
      super.destroy()
    }

    #stopWaiting(): void {
      if (this.#wake !== null) waiting.delete(this.#wake)
      this.#wake = null
    }
  }

  function learn(discontinuities: readonly number[]): void {
    for (const each of discontinuities) known.add(each)
    for (const wake of waiting) wake()
  }

  return {
    fLoader: Loader as unknown as FragmentLoaderConstructor,
    follow(hls) {
      hls.on(Events.MANIFEST_LOADING, () => known.clear())
      hls.on(Events.INIT_PTS_FOUND, (_event, { id, timestampOffsets }) => {
        if (id === 'main') learn(timestampOffsets.flatMap((offset, number) => (offset ? [number] : [])))
      })
      // Video whose times need no offset is not reported.
      hls.on(Events.FRAG_BUFFERED, (_event, { frag }) => {
        if (frag.type === 'main') learn([frag.cc])
      })
    },
  }
}

/** The number of the discontinuity of a segment of subtitles. Null for other requests. */
function subtitlesAt(context: LoaderContext): number | null {
  const frag = 'frag' in context ? (context.frag as { type: string; cc: number } | null) : null
  return frag?.type === 'subtitle' ? frag.cc : null
}
