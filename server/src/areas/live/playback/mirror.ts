import { createLiveWindow, type LiveWindow } from '@kinora/media'
import type { NodeAccess } from '../../../platform/nodes/node-access.ts'
import { readFeed } from '../feed/feed-client.ts'
import type { FeedMessage } from '../feed/feed-message.ts'
import type { Recording } from '../recordings/recorder.ts'

/** Copy of a running stream's window in this process, fed by the live node. */
export interface Mirror {
  readonly nodeUrl: string
  /** Null before the first response of the node. */
  readonly window: () => LiveWindow | null
  /** The source that viewers see. Null until the first frame. */
  readonly air: () => 'publisher' | 'slate' | null
  /** Recording of the stream, in which ended segments are stored. Null if the stream is not recorded. */
  readonly recording: () => Recording | null
  /** Whether the stream has ended. */
  readonly isEnded: () => boolean
  /** Whether the connection to the node is lost. */
  readonly isLost: () => boolean
  /** Resolves when the window can be played, has ended, or cannot be read. */
  readonly ready: Promise<void>
  close(): void
}

/** @param last window of a lost node, which viewers see until the new window can be played
 * @param onChange called after each message, with whether it changes the playback of viewers */
export function openMirror(
  source: { readonly nodeUrl: string; readonly access: NodeAccess; readonly streamId: string },
  last: LiveWindow | null,
  onChange: (isVisible: boolean) => void,
): Mirror {
  let window: LiveWindow | null = null
  let before = last
  let air: 'publisher' | 'slate' | null = null
  let recording: ReturnType<Mirror['recording']> = null
  let ended = false
  let lost = false
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>()

  function take(message: FeedMessage): boolean {
    switch (message.type) {
      case 'opened':
        window = createLiveWindow(message.settings)
        return false
      case 'ping':
        return false
      case 'removed':
        window?.remove(message.rendition)
        return true
      case 'air':
        air = message.source
        return true
      case 'marks':
        window?.mark(message.marks, message.style)
        return true
      case 'recording':
        recording = message
        return false
      case 'ended':
        ended = true
        window?.end()
        return true
      default:
        window?.apply(message)
        return message.type !== 'init'
    }
  }

  const feed = readFeed({
    ...source,
    onMessage(message) {
      const isVisible = take(message)
      if (ended || (window?.isPlayable() ?? false)) {
        before = null
        setReady()
      }
      onChange(isVisible)
    },
    onClosed() {
      lost = !ended
      setReady()
      onChange(true)
    },
  })
  return {
    nodeUrl: source.nodeUrl,
    window: () => before ?? window,
    air: () => air,
    recording: () => recording,
    isEnded: () => ended,
    isLost: () => lost,
    ready,
    close: feed.close,
  }
}
