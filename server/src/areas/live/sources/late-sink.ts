import { type LiveSink, type SourceItem, sendItem } from '@kinora/media'

/** Limit of buffered items until the session accepts the source. */
const MAX_EARLY = 2000

/** A sink that opens its target with the first packet, so that a failing source does not publish. */
export function lateSink(
  noPicture: (reason: string) => void,
  open: () => Promise<LiveSink | null>,
): LiveSink {
  let early: SourceItem[] = []
  let target: LiveSink | null = null
  let isOpening = false
  let isEnded = false

  async function begin(): Promise<void> {
    isOpening = true
    const opened = await open().catch(() => null)
    const items = early
    early = []
    if (opened === null) return
    if (isEnded) {
      opened.end()
      return
    }
    target = opened
    for (const item of items) sendItem(opened, item)
  }

  function take(item: SourceItem): void {
    if (target !== null) sendItem(target, item)
    else if (early.length < MAX_EARLY) early.push(item)
  }

  return {
    track: take,
    cue: take,
    noPicture,
    packet(packet) {
      take(packet)
      if (!isOpening) void begin()
    },
    end() {
      isEnded = true
      target?.end()
      target = null
    },
  }
}
