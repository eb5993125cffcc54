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

/** A run that did not end well, with what a person needs to see why. */
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

/** How a program ended, where it was not this server that ended it. */
export interface End {
  code: number | null
  signal: NodeJS.Signals | null
  stderrTail: string
  /** It ran long enough to have used up its processor time. */
  mayHaveUsedCpu: boolean
}

/** Why a program ended, or null if it did what it was asked. */
export function reasonOf({ code, signal, stderrTail, mayHaveUsedCpu }: End): FailureReason | null {
  // Short of memory, ffmpeg may take its input for ended and leave with 0, its output incomplete.
  if (/Cannot allocate memory|bad_alloc|malloc of size \d+ failed/i.test(stderrTail)) return 'memory-limit'
  if (code === 0) return null
  // ffmpeg catches signals, also SIGXCPU, and leaves with 255; ffprobe dies of it.
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
