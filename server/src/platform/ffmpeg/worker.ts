import type { Logger } from '../log.ts'
import type { FfmpegStream, StreamOptions } from './stream.ts'

/** An ffmpeg that works for as long as a live stream lasts, and is started again if it exits or hangs. Each failure in a
 * row doubles the pause before the next start. */
export interface FfmpegWorker {
  /** Starts ffmpeg. Null while the pause after a failure lasts. The end of a run whose input was ended, or that was
   * killed, is no failure. */
  start(args: readonly string[], options: StreamOptions): FfmpegStream | null
  /** Milliseconds until it may start. */
  pauseMs(): number
}

export interface WorkerOptions {
  /** A noun phrase for the log and the readiness: `the audio encoder of a live stream`. */
  readonly name: string
  readonly log: Logger
  /** Called with the name when it fails for the second time in a row. */
  readonly onFailing?: ((name: string) => void) | undefined
  /** Monotonic clock in ms. */
  readonly nowMs?: () => number
}

/** Names of workers that keep failing in this process. */
export interface WorkerFaults {
  add(name: string): void
  names(): readonly string[]
}

const LONGEST_PAUSE_MS = 60_000
/** A run of this length ends a row of failures. */
const STEADY_MS = 60_000
/** A failure is current for longer than the longest pause and a run that hangs. */
const CURRENT_MS = 2.5 * LONGEST_PAUSE_MS

export function createWorkerFaults(nowMs: () => number = () => performance.now()): WorkerFaults {
  const lastMs = new Map<string, number>()
  return {
    add: (name) => void lastMs.set(name, nowMs()),
    names: () => [...lastMs].flatMap(([name, atMs]) => (nowMs() - atMs < CURRENT_MS ? [name] : [])),
  }
}

/** @param stream starts ffmpeg */
export function createWorker(
  stream: (args: readonly string[], options: StreamOptions) => FfmpegStream,
  faults: WorkerFaults,
  { name, log, onFailing, nowMs = () => performance.now() }: WorkerOptions,
): FfmpegWorker {
  /** Failures in a row. */
  let failures = 0
  let mayStartMs = Number.NEGATIVE_INFINITY

  function failed(startedMs: number, stderrTail: string): void {
    failures = nowMs() - startedMs >= STEADY_MS ? 1 : failures + 1
    const pauseMs = failures === 1 ? 0 : Math.min(LONGEST_PAUSE_MS, 500 * 2 ** (failures - 1))
    mayStartMs = nowMs() + pauseMs
    if (failures > 1) faults.add(name)
    if (failures === 2) onFailing?.(name)
    // Each doubling is enough: a failure that stays would fill the log.
    if (Math.log2(failures) % 1 === 0)
      log.warn({ stderrTail, failures, pauseMs }, `${name} failed and is started again`)
  }

  return {
    pauseMs: () => Math.max(0, mayStartMs - nowMs()),
    start(args, options) {
      if (nowMs() < mayStartMs) return null
      const startedMs = nowMs()
      const run = stream(args, options)
      const { hasInput = true } = options
      let isStopped = false
      void run.ended.then(({ stderrTail }) => {
        if (!isStopped && !(hasInput && run.input.writableEnded)) failed(startedMs, stderrTail)
      })
      return {
        ...run,
        kill() {
          isStopped = true
          run.kill()
        },
      }
    },
  }
}
