import { clock } from '../clock.ts'
import type { Texts } from '../languages.ts'
import { timeUntil } from '../refusal/countdown.ts'
import type { PartOf } from '../stage/parts.ts'
import { canGoBack, type LivePosition } from './position.ts'
import type { Scenes } from './scenes.ts'
import type { LiveState } from './state.ts'

/** The controls of live streams, and what is shown over the picture. */
export interface LiveView {
  showState(state: LiveState): void
  /** Null for videos. */
  showPosition(position: LivePosition | null): void
}

interface ViewOptions {
  readonly controller: HTMLElement
  readonly part: PartOf
  readonly video: HTMLVideoElement
  readonly texts: Texts
  readonly dir: 'ltr' | 'rtl'
  readonly onGoToLive: () => void
  readonly onRecording: () => void
  readonly onJoin: () => void
  /** URL of the storyboard. Null if there is none. */
  readonly storyboard: () => string | null
  readonly dateAt: (seconds: number) => number | null
}

const COUNT_MS = 1000
const HOTKEYS = 'noc'
/** Without a window there is nowhere to seek. */
const HOTKEYS_WITHOUT_WINDOW = 'noc noarrowleft noarrowright'

export function liveView(options: ViewOptions): LiveView {
  const { controller, part, video, texts, dir, onGoToLive, onRecording, onJoin } = options
  const { storyboard, dateAt } = options
  const badge = part('.badge', HTMLButtonElement)
  const details = part('.badge-details', HTMLElement)
  const note = part('.note', HTMLElement)
  const recording = part('.note button', HTMLButtonElement)
  const preview = part('.preview', HTMLElement)
  let state: LiveState | null = null
  let isSlate = false
  let isLive = false
  let scenes: Promise<Scenes> | undefined

  note.dir = dir
  badge.dir = dir
  badge.addEventListener('click', onGoToLive)
  recording.addEventListener('click', () => (state?.isLiveNow ? onJoin() : onRecording()))
  let timer: ReturnType<typeof setInterval> | undefined
  controller.addEventListener('mediapreviewrequest', (event) => {
    const { seekable } = video
    if (isLive && event instanceof CustomEvent) void showScene(event.detail)
    if (!(event instanceof CustomEvent) || typeof event.detail !== 'number' || seekable.length === 0) return
    preview.textContent = behind(seekable.end(seekable.length - 1) - event.detail)
  })

  async function showScene(at: unknown): Promise<void> {
    if (storyboard() === null) return
    const image = part('.scene', HTMLImageElement)
    scenes ??= import('./scenes.ts').then(({ openScenes }) => openScenes(image, () => storyboard() ?? ''))
    const { show } = await scenes
    show(typeof at === 'number' ? dateAt(at) : null)
  }

  function showNote(): void {
    const [title, text] = wordsOf(state, isSlate, texts, controller.lang)
    note.hidden = title === ''
    const isOver = (isSlate && state?.phase === 'on-air') || state?.isLiveNow === true
    note.classList.toggle('over-slate', isOver)
    note.classList.toggle('live-now', state?.isLiveNow === true)
    const heading = part('.note strong', HTMLElement)
    if (heading.textContent !== title) heading.textContent = title
    // A screen reader does not read every second.
    note.setAttribute('aria-live', state?.phase === 'waiting' && state.startsMs !== null ? 'off' : 'polite')
    const about = part('.note p', HTMLElement)
    if (about.textContent !== text) about.textContent = text
    recording.hidden = !(state?.phase === 'ended' && state.hasRecording) && state?.isLiveNow !== true
    recording.textContent = state?.isLiveNow ? texts.live.watchLive : texts.live.watchRecording
    controller.classList.toggle('noted', !note.hidden)
  }

  return {
    showState(now) {
      state = now
      clearInterval(timer)
      if (now.phase === 'waiting' && now.startsMs !== null) timer = setInterval(showNote, COUNT_MS)
      const { phase } = now
      controller.classList.toggle('off-air', phase === 'waiting' || phase === 'paused' || phase === 'ended')
      showNote()
    },
    showPosition(position) {
      isLive = position !== null
      if (!isLive) part('.scene', HTMLImageElement).hidden = true
      const hasWindow = position === null || canGoBack(position)
      controller.classList.toggle('live', position !== null)
      controller.classList.toggle('no-window', !hasWindow)
      // An ad that viewers may not seek over takes the keys away too.
      const mayGo = hasWindow && !controller.classList.contains('in-ad')
      const hotkeys = mayGo ? HOTKEYS : HOTKEYS_WITHOUT_WINDOW
      if (controller.getAttribute('hotkeys') !== hotkeys) controller.setAttribute('hotkeys', hotkeys)
      badge.hidden = position === null
      if (position !== null) showBadge(position)
      if ((position?.isSlate ?? false) === isSlate) return
      isSlate = position?.isSlate ?? false
      showNote()
    },
  }

  function showBadge({ isAtEdge, latencyS }: LivePosition): void {
    const { latency, behindLive, goToLive, live } = texts.live
    const seconds = latencyS.toFixed(1)
    const text = isAtEdge
      ? latency.replace('{seconds}', () => seconds)
      : behindLive.replace('{time}', () => clock(Math.round(latencyS)))
    badge.classList.toggle('at-edge', isAtEdge)
    badge.setAttribute('aria-label', isAtEdge ? live : goToLive)
    part('.badge bdi', HTMLElement).textContent = live
    if (details.textContent === text) return
    details.textContent = text
    badge.title = isAtEdge ? text : goToLive
    const range = controller.querySelector('media-time-range')?.shadowRoot?.querySelector('input')
    range?.setAttribute('aria-valuetext', isAtEdge ? live : text)
  }
}

/** Distance from the live edge, as in `−1:20`. */
export function behind(seconds: number): string {
  return `−${clock(Math.max(0, Math.round(seconds)))}`
}

/** Until a stream that waits starts: a countdown on the last day, before that the date. */
function startText(startsMs: number, { live: texts }: Texts, locale: string): string {
  const time = timeUntil(startsMs, Date.now())
  if (time !== null) return time === '' ? texts.waitingText : texts.startsIn.replace('{time}', () => time)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
  return texts.startsAt.replace('{time}', () => date.format(startsMs))
}

function wordsOf(state: LiveState | null, isSlate: boolean, all: Texts, locale: string): [string, string] {
  const { live: texts } = all
  switch (state?.phase) {
    case 'waiting':
      if (state.startsMs === null) return [texts.waitingTitle, texts.waitingText]
      return [texts.startsTitle, startText(state.startsMs, all, locale)]
    case 'recording':
      return [state.isLiveNow ? texts.liveNow : '', '']
    case 'paused':
      return [texts.pausedTitle, texts.pausedText]
    case 'ended':
      return [texts.endedTitle, '']
    case 'reconnecting':
      return [texts.reconnecting, '']
    default:
      return [isSlate ? texts.slate : '', '']
  }
}
