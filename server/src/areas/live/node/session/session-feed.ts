import type { ServerResponse } from 'node:http'
import { createLiveWindow, type Packaged, type PackagedPart } from '@kinora/media'
import { createFeed } from '../../feed/feed.ts'
import type { FeedMessage, FeedSettings } from '../../feed/feed-message.ts'

/** Sends a session to delivery, and rebuilds its current state for new readers. */
export interface SessionFeed {
  send(message: FeedMessage): void
  sendMedia(packaged: Packaged): void
  remove(rendition: string): void
  /** Milliseconds from the end of a part until now. 0 in the first segment, which may have waited for the second keyframe.
   * @param nowMs time since the start of the session */
  delayOf(part: PackagedPart, nowMs: number): number
  /** @param marks the current breaks */
  open(response: ServerResponse, marks: FeedMessage): void
  /** Changes the target duration, before the first segment. @param marks the current breaks */
  setTarget(targetS: number, marks: FeedMessage): void
  end(): void
}

export function createSessionFeed(initial: FeedSettings): SessionFeed {
  const feed = createFeed()
  let settings = initial
  let window = createLiveWindow(settings)
  let air: FeedMessage | null = null
  let recording: FeedMessage | null = null
  let firstMsn: number | null = null
  return {
    send(message) {
      if (message.type === 'air') air = message
      if (message.type === 'recording') recording = message
      feed.send(message)
    },
    sendMedia(packaged) {
      window.apply(packaged)
      if (packaged.type === 'segment-begun') firstMsn ??= packaged.msn
      feed.send(packaged)
    },
    remove(rendition) {
      window.remove(rendition)
      feed.send({ type: 'removed', rendition })
    },
    delayOf({ rendition, msn }, nowMs) {
      const endS = window.endOf(rendition, msn)
      return endS === null || msn === firstMsn ? 0 : nowMs - endS * 1000
    },
    open(response, marks) {
      const known = [air, recording].filter((message) => message !== null)
      feed.open(response, [{ type: 'opened', settings }, ...window.replay(), ...known, marks])
    },
    setTarget(targetS, marks) {
      settings = { ...settings, targetS }
      window = createLiveWindow(settings)
      feed.send({ type: 'opened', settings })
      feed.send(marks)
    },
    end: feed.end,
  }
}
