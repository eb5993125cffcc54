export type FailureReason =
  | 'cpu-limit'
  | 'memory-limit'
  | 'output-limit'
  | 'wall-limit'
  | 'no-progress'
  | 'killed'
  | 'aborted'
  | 'invalid-data'
  | 'failed'

/** A failed run, with the details for diagnosis. */
export class FfmpegFailure extends Error {
  override name = 'FfmpegFailure'
  readonly reason: FailureReason
  readonly command: string
  readonly stderrTail: string

  constructor(reason: FailureReason, command: string[], stderrTail: string) {
    const lastLine = stderrTail.trim().split('\n').pop() ?? ''
    super(lastLine ? `ffmpeg: ${reason}: ${lastLine}` : `ffmpeg: ${reason}`)
    this.reason = reason
    this.command = command.map(quoteForShell).join(' ')
    this.stderrTail = stderrTail
  }
}

/** How a program ended by itself. */
export interface End {
  code: number | null
  signal: NodeJS.Signals | null
  stderrTail: string
  /** It ran long enough to have exceeded its CPU limit. */
  mayHaveUsedCpu: boolean
}

/** Why a program failed, or null if it succeeded. */
export function reasonOf({ code, signal, stderrTail, mayHaveUsedCpu }: End): FailureReason | null {
  // Without memory, ffmpeg may treat its input as ended and exit with 0, although the output is incomplete.
  if (/Cannot allocate memory|bad_alloc|malloc of size \d+ failed/i.test(stderrTail)) return 'memory-limit'
  if (code === 0) return null
  // ffmpeg handles signals, even SIGXCPU, and exits with 255. ffprobe dies of the signal.
  const wasKilled = signal === 'SIGKILL' || signal === 'SIGTERM' || code === 255
  if (signal === 'SIGXCPU' || (wasKilled && mayHaveUsedCpu)) return 'cpu-limit'
  if (signal === 'SIGXFSZ' || /File too large/.test(stderrTail)) return 'output-limit'
  if (wasKilled) return 'killed'
  if (/Invalid data found|moov atom not found|could not find codec parameters/i.test(stderrTail))
    return 'invalid-data'
  return 'failed'
}

function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
