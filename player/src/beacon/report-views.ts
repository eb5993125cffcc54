import type { ViewEvent, ViewEventType } from '@kinora/contract'
import { newId } from '@kinora/contract/new-id'
import { version } from '../../package.json'
import type { ContentTime } from '../content-time.ts'
import { type CountedType, countedEvents, type EarlyEvent } from './early-events.ts'
import { followNativeBitrate } from './native-bitrate.ts'
import { nextActivity } from './next-activity.ts'
import { openOutbox } from './outbox.ts'
import { type PlayedRanges, playedRanges } from './played-ranges.ts'
import { type ViewTotals, viewTotals } from './view-totals.ts'
import { deviceModel, stayVisiting, type Visitor, visitorNow } from './visitor.ts'

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

interface ReportedVideo {
  readonly playbackId: string
  /** Public key of the environment. */
  readonly envKey: string | undefined
}

const URL_OF_BEACON = '/beacon/v1/views'
/** Limit of the server: events per request. */
const MOST_AT_ONCE = 50
/** Limits of the server for texts and custom dimensions. */
const MAX_TEXT = 200
const MAX_CUSTOM = 10
const HEARTBEAT_MS = 10_000
const URGENT: readonly ViewEventType[] = ['start', 'first-frame', 'error', 'end']

/** Reports each view of the video to the server. A view lasts from the request to play until the end, or an error after the
 * first frame. Retries before it are attempts of the same view. Ads are part of the view, but positions are those of the
 * video itself. The page passes viewer, programme, partner and custom dimensions in the query of its URL.
 * @param askedMs when playback was first requested, by `performance.now()`
 * @param takeOver returns the events so far */
export async function reportViews(
  video: HTMLVideoElement,
  content: ContentTime,
  { playbackId, envKey }: ReportedVideo,
  askedMs: number,
  takeOver: () => readonly EarlyEvent[],
): Promise<void> {
  // Awaited before the first report, because its facts apply to the whole view.
  const model = await deviceModel()
  const outbox = openOutbox<ViewEvent>({
    url: () => URL_OF_BEACON,
    mostAtOnce: MOST_AT_ONCE,
    // Lost events do no harm, because later ones have the totals of earlier ones.
    bodyOf: (events) => ({ ...(envKey && { envKey }), sentAt: Date.now(), events }),
  })
  const page = pageFacts()
  let view: View | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  /** The fault that stands until the stream is opened again. */
  let fault: string | null = null

  function begin(startedMs: number): void {
    view = {
      id: newId(),
      visitor: visitorNow(page.viewer),
      seq: 0,
      furthestS: 0,
      startedAt: wallTime(startedMs),
      totals: viewTotals(startedMs),
      played: playedRanges(),
    }
    video.dataset.view = view.id
    record('start', startedMs)
    timer = setInterval(() => {
      if (isActive()) record('heartbeat')
    }, HEARTBEAT_MS)
    if (fault !== null) count('kinorafault', startedMs)
  }

  const isActive = () => !['paused', 'failed', undefined].includes(view?.totals.activity())

  function record(
    type: ViewEventType,
    nowMs = performance.now(),
    more: Partial<Pick<ViewEvent, 'value' | 'errorCode'>> = {},
  ): void {
    if (view === null) return
    view.furthestS = Math.max(view.furthestS, content.now())
    // The time until now counts for the previous quality.
    view.totals.setQuality(nowMs, Number(video.dataset.bitrate ?? 0) / 1000, scaleOf(video))
    const event: ViewEvent = {
      type,
      viewId: view.id,
      seq: view.seq,
      at: Math.round(wallTime(nowMs)),
      elapsedMs: Math.round(Math.max(0, wallTime(nowMs) - view.startedAt)),
      playbackId,
      ...page.facts,
      model,
      ...view.visitor,
      ...view.totals.read(nowMs),
      positionS: Math.round(view.furthestS * 1000) / 1000,
      played: view.played.read(),
      mediaAt: content.isReplaced() ? null : mediaTimeOf(video),
      value: null,
      errorCode: null,
      ...more,
    }
    view.seq += 1
    stayVisiting(view.visitor)
    outbox.add(event, URGENT.includes(type))
  }

  /** Ends the view. A failed one has ended already. */
  function end(): void {
    if (view?.totals.activity() !== 'failed') record('end')
    leaveView()
  }

  function leaveView(): void {
    clearInterval(timer)
    delete video.dataset.view
    view = null
  }

  function note({ type, detail }: Event & { readonly detail?: unknown }): void {
    if (type === 'emptied') fault = null
    if (type === 'kinorafault') fault = String(detail)
  }

  function follow(event: Event, positionS: number): void {
    const type = event.type as CountedType
    note(event)
    if (type === 'play' && view === null) {
      // A postroll does not start a view.
      if (!content.isOver()) begin(event.timeStamp)
      return
    }
    // The events of ads in place of the video are not those of the video.
    if (!(content.isReplaced() && ['waiting', 'seeking', 'resize'].includes(type)))
      count(type, event.timeStamp)
    if (type === 'timeupdate') playAt(positionS)
    if (type === 'seeking') view?.played.jump()
    // hls.js can replace the video by ads just before its last event.
    if ((type === 'ended' || type === 'emptied') && content.isOver()) end()
    if (type === 'resize' && !content.isReplaced())
      record('quality', event.timeStamp, { value: video.videoHeight })
  }

  function count(type: CountedType, atMs: number): void {
    // Play without Retry has nothing to load.
    if (view === null || (type === 'play' && fault !== null)) return
    const { totals } = view
    const step = nextActivity(totals.activity(), totals.hasStarted(), type, video)
    if (step === null) return
    totals.become(step.activity, atMs)
    if (step.report !== null) record(step.report, atMs, { errorCode: step.report === 'error' ? fault : null })
    if (step.activity === 'failed' && totals.hasStarted()) leaveView()
  }

  function playAt(positionS: number): void {
    if (view?.totals.activity() !== 'playing') return
    if (video.ended || content.isAd() || !Number.isFinite(video.duration)) view.played.jump()
    else view.played.at(positionS)
  }

  // The only event that all browsers, including mobile ones, dispatch before a page closes.
  addEventListener('pagehide', () => {
    end()
    outbox.leave()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return
    if (isActive()) record('heartbeat')
    outbox.leave()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !video.paused) begin(performance.now())
  })

  followNativeBitrate(video)
  const early = takeOver()
  for (const { event } of early) if (event.timeStamp < askedMs) note(event)
  begin(askedMs)
  for (const { event, positionS } of early) if (event.timeStamp >= askedMs) follow(event, positionS)
  // The capture phase runs before hls.js, which starts and ends ads on the same events.
  for (const type of countedEvents)
    video.addEventListener(type, (event) => follow(event, content.now()), true)
}

/** @param atMs by `performance.now()` */
function wallTime(atMs: number): number {
  return Date.now() - (performance.now() - atMs)
}

/** The parameters of the page, and its host. */
function pageFacts() {
  const query = new URLSearchParams(location.search)
  const text = (name: string) =>
    (query.get(name) ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').slice(0, MAX_TEXT)
  const [viewer, programme, partner] = [text('viewer'), text('programme'), text('partner')]
  const custom = Array.from({ length: MAX_CUSTOM }, (_, n) => text(`custom${n + 1}`))
  while (custom.at(-1) === '') custom.pop()
  return { viewer, facts: { programme, partner, custom, playerVersion: version, pageHost: hostOfPage() } }
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
