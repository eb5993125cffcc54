import type { ContentTime } from '../content-time.ts'

/** Types of events of the video element from which views are counted. `kinorafault` is our own. */
export const countedEvents = [
  'play',
  'playing',
  'waiting',
  'seeking',
  'seeked',
  'timeupdate',
  'pause',
  'canplaythrough',
  'ended',
  'emptied',
  'resize',
  'kinorafault',
] as const
export type CountedType = (typeof countedEvents)[number]

/** An event with the position in the video, in seconds. */
export interface EarlyEvent {
  readonly event: Event
  readonly positionS: number
}

/** Keeps events until views are counted, and counts views from the first request to play: a press on Play, or an autoplay
 * that begins to load.
 * @param count counts views; its `takeOver` returns the events so far, and ends the keeping */
export function countFromFirstPlay(
  video: HTMLVideoElement,
  content: ContentTime,
  count: (askedMs: number, takeOver: () => readonly EarlyEvent[]) => Promise<void>,
): void {
  const early: EarlyEvent[] = []
  const kept = new AbortController()
  const requested = new AbortController()
  for (const type of countedEvents)
    video.addEventListener(type, (event) => early.push({ event, positionS: content.now() }), {
      capture: true,
      signal: kept.signal,
    })
  const takeOver = () => {
    kept.abort()
    return early
  }
  const request = (event: Event) => {
    if (event.type === 'loadstart' && !video.autoplay) return
    requested.abort()
    // A blocked module must not let the list grow.
    count(event.timeStamp, takeOver).catch(takeOver)
  }
  for (const type of ['play', 'loadstart'])
    video.addEventListener(type, request, { signal: requested.signal })
}
