import type { LiveAudioTrack, LiveSink, PictureSize } from '@kinora/media'
import type { Ffmpeg } from '../../../../platform/ffmpeg/index.ts'
import type { Logger } from '../../../../platform/log.ts'
import { makeSlate, playSlate, type Slate } from './slate.ts'

/** Encodes the slate of a session, and plays it. */
export interface SlatePlayer {
  /** Encodes the slate in the size of the source. */
  resize(size: PictureSize): Promise<void>
  /** Encodes the slate after its image has changed. */
  prepare(): Promise<void>
  /** Whether the slate can start: it is encoded, and does not play yet. */
  isReady(): boolean
  play(audio: LiveAudioTrack | null, sink: LiveSink, lagTicks: () => number): void
  stop(): void
  /** Stops, and encodes no slate any more. */
  close(): void
}

export interface SlatePlayerOptions {
  readonly ffmpeg: Ffmpeg
  readonly log: Logger
  readonly cwd: string
  readonly memoryBytes: number
  /** JPEG of the slate. Null for the dark slate. */
  readonly slateImage: () => Promise<Buffer | null>
}

/** Pauses until a slate that cannot be encoded is tried again. */
const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 300_000

export function createSlatePlayer(options: SlatePlayerOptions): SlatePlayer {
  const { ffmpeg, log, cwd, memoryBytes, slateImage } = options
  let slate: Slate | null = null
  let size: PictureSize | null = null
  let run: { readonly stop: () => void } | null = null
  let pauseMs = FIRST_PAUSE_MS
  let again: NodeJS.Timeout | undefined
  let isClosed = false

  async function prepare(): Promise<void> {
    clearTimeout(again)
    if (size === null || isClosed) return
    const settings = { cwd, memoryBytes, size }
    try {
      const image = await slateImage().catch(() => null)
      // If ffmpeg cannot read the image, the dark slate is shown.
      slate = await makeSlate(ffmpeg, { ...settings, image }).catch(() =>
        makeSlate(ffmpeg, { ...settings, image: null }),
      )
      pauseMs = FIRST_PAUSE_MS
    } catch (err) {
      log.warn({ err, pauseMs }, 'a live stream has no slate yet')
      if (!isClosed) again = setTimeout(() => void prepare(), pauseMs)
      pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)
    }
  }

  function stop(): void {
    run?.stop()
    run = null
  }

  return {
    resize(changed) {
      size = changed
      return prepare()
    },
    prepare,
    isReady: () => slate !== null && run === null,
    play(audio, sink, lagTicks) {
      if (slate !== null) run = playSlate(slate, audio, sink, lagTicks)
    },
    stop,
    close() {
      isClosed = true
      clearTimeout(again)
      stop()
    },
  }
}
