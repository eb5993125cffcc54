import type { ViewEvent, ViewEventType } from '@kinora/contract'
import { version } from '../../package.json'
import type { ContentTime } from '../content-time.ts'
import { followNativeBitrate } from './native-bitrate.ts'
import { openOutbox } from './outbox.ts'
import { type PlayedRanges, playedRanges } from './played-ranges.ts'
import { type Activity, type ViewTotals, viewTotals } from './view-totals.ts'
import { deviceModel, type Visitor, visitorNow } from './visitor.ts'

interface View {
  readonly id: string
  readonly visitor: Visitor
  /** Wall-clock time, because it advances while a device sleeps. */
  readonly startedAt: number
  readonly totals: ViewTotals
  readonly played: PlayedRanges
  seq: number
  furthestS: number
}

const URL_OF_BEACON = '/beacon/v1/views'
/** Limit of the server: events per request. */
const MOST_AT_ONCE = 50
/** Limits of the server for texts and custom dimensions. */
const MAX_TEXT = 200
const MAX_CUSTOM = 10
const HEARTBEAT_MS = 10_000
const URGENT: readonly ViewEventType[] = ['start', 'first-frame', 'error', 'end']

/** Reports each view of the video to the server. A view lasts from the request to play until the end, an error or the next
 * view. Ads are part of the view, but positions are those of the video itself. The page passes viewer, programme, partner
 * and custom dimensions in the query of its URL.
 * @param askedMs when playback was first requested, by `performance.now()` */
export async function reportViews(
  video: HTMLVideoElement,
  content: ContentTime,
  playbackId: string,
  askedMs: number,
): Promise<void> {
  // Awaited before the first report, because its facts apply to the whole view.
  const model = await deviceModel()
  const outbox = openOutbox<ViewEvent>({
    url: () => URL_OF_BEACON,
    mostAtOnce: MOST_AT_ONCE,
    // Lost events do no harm, because later ones have the totals of earlier ones.
    bodyOf: (events) => ({ sentAt: Date.now(), events }),
  })
  const query = new URLSearchParams(location.search)
  const text = (name: string) => (query.get(name) ?? '').slice(0, MAX_TEXT)
  const [viewer, programme, partner] = [text('viewer'), text('programme'), text('partner')]
  const custom = Array.from({ length: MAX_CUSTOM }, (_, n) => text(`custom${n + 1}`))
  while (custom.at(-1) === '') custom.pop()
  const pageHost = hostOfPage()
  let view: View | null = null
  let timer: ReturnType<typeof setInterval> | undefined

  function begin(startedMs: number): void {
    view = {
      id: crypto.randomUUID(),
      visitor: visitorNow(viewer),
      seq: 0,
      furthestS: 0,
      startedAt: Date.now() - (performance.now() - startedMs),
      totals: viewTotals(startedMs),
      played: playedRanges(),
    }
    video.dataset.view = view.id
    record('start')
    timer = setInterval(() => {
      if (view !== null && view.totals.activity() !== 'paused') record('heartbeat')
    }, HEARTBEAT_MS)
  }

  function record(type: ViewEventType, more: Partial<Pick<ViewEvent, 'value' | 'errorCode'>> = {}): void {
    if (view === null) return
    const now = performance.now()
    view.furthestS = Math.max(view.furthestS, content.now())
    // The time until now counts for the previous quality.
    view.totals.setQuality(now, Number(video.dataset.bitrate ?? 0) / 1000, scaleOf(video))
    const event: ViewEvent = {
      type,
      viewId: view.id,
      seq: view.seq,
      at: Date.now(),
      elapsedMs: Math.round(Math.max(0, Date.now() - view.startedAt)),
      playbackId,
      programme,
      partner,
      custom,
      model,
      playerVersion: version,
      pageHost,
      ...view.visitor,
      ...view.totals.read(now),
      positionS: Math.round(view.furthestS * 1000) / 1000,
      played: view.played.read(),
      mediaAt: content.isReplaced() ? null : mediaTimeOf(video),
      value: null,
      errorCode: null,
      ...more,
    }
    view.seq += 1
    outbox.add(event, URGENT.includes(type))
  }

  function become(activity: Activity, type: ViewEventType | null): void {
    if (view === null || view.totals.activity() === activity) return
    view.totals.become(activity, performance.now())
    if (type !== null) record(type)
  }

  function end(type: 'end' | 'error', errorCode: string | null = null): void {
    record(type, { errorCode })
    clearInterval(timer)
    delete video.dataset.view
    view = null
  }

  // The capture phase runs before hls.js, which starts and ends ads on the same events.
  const on = (type: string, listener: (event: Event) => void) => video.addEventListener(type, listener, true)
  const onVideo = (type: string, listener: () => void) =>
    on(type, () => {
      if (!content.isReplaced()) listener()
    })
  on('play', () => {
    // A postroll does not start a view.
    if (view === null && !content.isOver()) begin(performance.now())
    else if (view?.totals.activity() === 'paused') become('playing', 'play')
  })
  on('playing', () => {
    const before = view?.totals.activity()
    if (before === 'loading') become('playing', 'first-frame')
    else if (before === 'stalled') become('playing', 'resume')
    else become('playing', null)
  })
  onVideo('waiting', () => {
    if (view?.totals.activity() === 'playing') become('stalled', 'stall')
  })
  onVideo('seeking', () => {
    const before = view?.totals.activity()
    if (before === 'playing' || before === 'stalled') become('seeking', 'seek')
  })
  on('timeupdate', () => {
    if (view?.totals.activity() !== 'playing') return
    if (video.ended || content.isAd() || !Number.isFinite(video.duration)) view.played.jump()
    else view.played.at(content.now())
  })
  on('seeking', () => view?.played.jump())
  on('seeked', () => {
    if (view?.totals.activity() === 'seeking') become(video.paused ? 'paused' : 'playing', null)
  })
  on('pause', () => {
    if (view !== null && view.totals.activity() !== 'loading' && !video.ended) become('paused', 'pause')
  })
  // hls.js can replace the video by ads just before its last event.
  for (const type of ['ended', 'emptied'])
    on(type, () => {
      if (content.isOver()) end('end')
    })
  onVideo('resize', () => record('quality', { value: video.videoHeight }))
  on('kinorafault', (event) => {
    if (event instanceof CustomEvent) end('error', String(event.detail))
  })
  // The only event that all browsers, including mobile ones, dispatch before a page closes.
  addEventListener('pagehide', () => {
    end('end')
    outbox.leave()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return
    if (view?.totals.activity() !== 'paused') record('heartbeat')
    outbox.leave()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !video.paused) begin(performance.now())
  })

  followNativeBitrate(video)
  begin(askedMs)
  if (!video.paused && video.readyState > 2) become('playing', 'first-frame')
}

/** Displayed size divided by resolution, in the dimension that fills the player first. */
function scaleOf({ clientWidth, clientHeight, videoWidth, videoHeight }: HTMLVideoElement): number {
  const scale = Math.min(clientWidth / videoWidth, clientHeight / videoHeight)
  return Number.isFinite(scale) && scale > 0 ? scale : 1
}

/** Capture time of the current frame of a live stream. */
function mediaTimeOf({ dataset, currentTime }: HTMLVideoElement): number | null {
  return dataset.epoch === undefined ? null : Math.round(Number(dataset.epoch) + 1000 * currentTime)
}

/** Host of the page that embeds the player, if its referrer policy reveals it. */
function hostOfPage(): string {
  if (window === parent) return location.hostname
  try {
    return new URL(document.referrer).hostname
  } catch {
    return ''
  }
}
