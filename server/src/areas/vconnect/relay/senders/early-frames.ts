import type { FlvBody } from '@kinora/media'

/** Frames of a stream since its last keyframe, for a destination that is being connected. */
export interface EarlyFrames {
  push(body: FlvBody): void
  reset(): void
  /** The configurations, then the frames. */
  all(): FlvBody[]
}

const MAX_BYTES = 2 * 1024 ** 2

export function createEarlyFrames(): EarlyFrames {
  const configs = new Map<FlvBody['kind'], FlvBody>()
  let frames: FlvBody[] = []
  let bytes = 0

  function clear(): void {
    frames = []
    bytes = 0
  }

  return {
    push(body) {
      if (body.isConfig) {
        configs.set(body.kind, body)
        return
      }
      const isStart = body.isKey && (body.kind === 'video' || !configs.has('video'))
      if ((body.kind === 'video' && body.isKey) || bytes > MAX_BYTES) clear()
      if (frames.length === 0 && !isStart) return
      frames.push(body)
      bytes += body.data.length
    },
    reset() {
      configs.clear()
      clear()
    },
    all: () => [...configs.values(), ...frames],
  }
}
