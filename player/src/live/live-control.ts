import type { StreamState } from '@kinora/contract'
import type { Fault, Stream } from '../stream/stream.ts'
import type { Asked } from './ask.ts'
import { canGoBack, type LivePosition } from './position.ts'
import { initialState, type LiveEvent, type LiveState, nextState, pauseMs } from './state.ts'

/** Keeps a live stream playing: waits for it, reconnects, and begins at the live edge. */
export interface LiveControl {
  /** @param known the state from the page. Null if it is not a live stream, or nobody knows */
  start(known: StreamState | null): void
  /** The playlist is that of a live stream. */
  opened(): void
  /** The server refuses something: the stream may be paused or over. */
  refused(): void
  failed(fault: Fault): void
  /** Plays the recording of a stream that has ended. */
  leave(): void
  /** Plays the stream again, which is on air. */
  join(): void
  close(): void
}

interface ControlOptions {
  readonly ask: () => Promise<Asked>
  /** The stream begins to play instead of its recording. */
  readonly onJoin: () => void
  readonly onState: (state: LiveState) => void
  /** Called several times a second. */
  readonly onPosition: (position: LivePosition | null) => void
  readonly onFault: (fault: Fault) => void
}

type Controlled = Pick<Stream, 'open' | 'halt' | 'goToEdge' | 'position'>

const TICK_MS = 500
const STALL_MS = 4000
const EDGE = -1

export function controlLive(
  video: HTMLVideoElement,
  stream: Controlled,
  { ask, onState, onPosition, onFault, onJoin }: ControlOptions,
): LiveControl {
  let state = initialState
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let isClosed = false
  /** Requests have failed, so that only opening helps. */
  let isBroken = false
  let wantsPlay = false
  let hasPlayed = false
  let isAtEdge = true
  let returnsToEdge = false
  let lastTimeS = 0
  let lastMoveMs = performance.now()

  function apply(event: LiveEvent): void {
    const before = state
    state = nextState(before, event)
    const isPlaying = before.phase === 'on-air' || before.phase === 'reconnecting'
    if (before.phase === 'on-air' && state.phase !== 'on-air') wantsPlay = !video.paused || video.ended
    const isOnAir = event.type === 'answered' && event.answer === 'on-air'
    if (isOnAir && before.phase !== 'on-air' && before.phase !== 'recording') open()
    if (event.type === 'progressed' && before !== state && isAtEdge) returnToEdge()
    const isResting = state.phase === 'paused' || state.phase === 'ended' || state.phase === 'waiting'
    if (isPlaying && isResting) stream.halt()
    if (before.phase === 'none' && state.phase === 'waiting') wantsPlay = true
    if (state !== before) onState(state)
    if (state !== before || event.type === 'answered') schedule()
  }

  function schedule(): void {
    clearTimeout(timer)
    const waitMs = pauseMs(state, Math.random())
    if (waitMs !== null) timer = setTimeout(askNow, waitMs)
  }

  async function askNow(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const asked = await ask()
    isAsking = false
    if (isClosed) return
    apply({ type: 'answered', ...asked })
    // Nobody is interrupted: only a viewer who watches the recording now is asked.
    const isWatching = !video.paused && !video.ended && !document.hidden
    if (state.isLiveNow && !isWatching) join()
  }

  function open(): void {
    isBroken = false
    hasPlayed = false
    lastMoveMs = performance.now()
    stream.open(EDGE)
    if (wantsPlay) void playAnyway(video)
  }

  function join(): void {
    if (state.phase !== 'recording') return
    wantsPlay = !video.paused || video.ended
    onJoin()
    apply({ type: 'joined' })
    open()
  }

  function returnToEdge(): void {
    if (stream.position()?.isAtEdge === false) stream.goToEdge()
  }

  function tick(): void {
    const position = stream.position()
    onPosition(position)
    const { currentTime, paused, ended, seeking, readyState } = video
    const hasMoved = currentTime !== lastTimeS
    const now = performance.now()
    lastTimeS = currentTime
    if (hasMoved || paused || ended || document.hidden) lastMoveMs = now
    const isFine = !isBroken && !seeking && readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
    if (isFine && (hasMoved || paused)) apply({ type: 'progressed' })
    if (now - lastMoveMs > STALL_MS) apply({ type: 'interrupted' })
    if (state.phase === 'on-air' && hasMoved && position !== null) isAtEdge = position.isAtEdge
  }

  function played(): void {
    const position = stream.position()
    if (position === null) return
    if (!hasPlayed || !canGoBack(position)) returnToEdge()
    hasPlayed = true
  }

  function visibilityChanged(): void {
    if (document.hidden) returnsToEdge = !video.paused && stream.position()?.isAtEdge === true
    else if (returnsToEdge) returnToEdge()
  }

  function finished(): void {
    if (state.phase !== 'on-air' && state.phase !== 'reconnecting') return
    apply({ type: 'finished' })
    void askNow()
  }

  const ticks = setInterval(tick, TICK_MS)
  video.addEventListener('play', played)
  video.addEventListener('ended', finished)
  document.addEventListener('visibilitychange', visibilityChanged)

  return {
    start(known) {
      if (known === null || known === 'on-air' || known === 'recording') stream.open(0)
      else apply({ type: 'answered', answer: known })
      if (known === 'recording') apply({ type: 'left' })
      // The page does not know when it starts.
      if (known === 'waiting') void askNow()
    },
    opened: () => apply({ type: 'opened' }),
    refused: () => void askNow(),
    async failed(fault) {
      if (fault === 'media') {
        apply({ type: 'failed' })
        onFault(fault)
      } else if (state.phase !== 'none' && state.phase !== 'recording') {
        isBroken = true
        apply({ type: 'interrupted' })
        if (fault === 'missing') void askNow()
      } else {
        if (fault === 'missing') await askNow()
        if (!isClosed && (state.phase === 'none' || state.phase === 'recording')) onFault(fault)
      }
    },
    leave: () => apply({ type: 'left' }),
    join,
    close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(ticks)
      video.removeEventListener('play', played)
      video.removeEventListener('ended', finished)
      document.removeEventListener('visibilitychange', visibilityChanged)
    },
  }
}

/** Browsers allow playback without a press only if it is muted. */
export async function playAnyway(video: HTMLVideoElement): Promise<void> {
  try {
    await video.play()
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
    video.muted = true
    await video.play().catch(() => undefined)
  }
}
