import type { UsageFact } from '../../../platform/usage/usage.ts'
import type { DeliveredFile } from '../../delivery/index.ts'

/** Counts streamed time by video and live stream. */
export interface StreamedUsage {
  add(file: DeliveredFile): void
  /** Returns and resets the facts. @param key names this step of this process */
  take(key: string, occurredAt: Date): UsageFact[]
}

interface Streamed {
  readonly environmentId: string
  readonly objectId: string
  mediaMs: number
}

/** Previews in the console and playback of test videos are not counted. */
export function openStreamedUsage(): StreamedUsage {
  let streamed = new Map<string, Streamed>()
  return {
    add({ environmentId, subject, durationS, isPreview }) {
      if (durationS <= 0 || isPreview || subject.isTest) return
      const known = streamed.get(subject.id) ?? { environmentId, objectId: subject.id, mediaMs: 0 }
      known.mediaMs += durationS * 1000
      streamed.set(subject.id, known)
    },
    take(key, occurredAt) {
      const facts = [...streamed.values()].map(({ mediaMs, ...of }) => ({
        ...of,
        key: `${key}:${of.objectId}`,
        meter: 'streaming' as const,
        quantity: mediaMs,
        occurredAt,
      }))
      streamed = new Map()
      return facts
    },
  }
}
