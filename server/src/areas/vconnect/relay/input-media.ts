import { createFlvTags, createTsSource, type FlvBody, type SourceFault, type TsSource } from '@kinora/media'
import type { Logger } from '../../../platform/log.ts'

/** Takes the frames of an input. */
export interface MediaListener {
  frame(body: FlvBody): void
  /** Another stream begins. */
  reset(): void
  /** The stream has a codec that cannot be taken out of it. */
  fault(fault: SourceFault): void
}

/** The frames of an input, for destinations that do not take its bytes. They are read once for all of them, and only while
 * there is one. */
export interface InputMedia {
  push(payload: Buffer): void
  /** Another stream begins. */
  reset(): void
  /** Returns a function that ends it. */
  listen(listener: MediaListener): () => void
}

export function readInputMedia(log: Logger): InputMedia {
  const listeners = new Set<MediaListener>()
  const configs = new Map<FlvBody['kind'], FlvBody>()
  let fault: SourceFault | null = null
  let source: TsSource | null = null

  function open(): TsSource {
    const tags = createFlvTags((body) => {
      if (body.isConfig) configs.set(body.kind, body)
      for (const listener of listeners) listener.frame(body)
    })
    return createTsSource({ ...tags, cue: () => undefined, end: () => undefined })
  }

  function close(): void {
    source = null
    configs.clear()
    fault = null
  }

  return {
    push(payload) {
      if (listeners.size === 0) return
      source ??= open()
      try {
        const result = source.push(payload)
        const isKnown = result === 'taken' || result.detail === fault?.detail
        fault = result === 'taken' ? null : result
        if (fault !== null && !isKnown) for (const listener of listeners) listener.fault(fault)
      } catch (err) {
        log.warn({ err }, 'the frames of an input are read again after a fault')
        source = null
      }
    },
    reset() {
      close()
      for (const listener of listeners) listener.reset()
    },
    listen(listener) {
      listeners.add(listener)
      for (const config of configs.values()) listener.frame(config)
      if (fault !== null) listener.fault(fault)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) close()
      }
    },
  }
}
