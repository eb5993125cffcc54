import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { bareEnv, type Tools } from './run.ts'
import type { RunLimits } from './sandbox.ts'

/** A running ffmpeg that reads from a pipe and writes to pipes, for as long as a live stream lasts. */
export interface FfmpegStream {
  readonly input: Writable
  /** `pipe:3` and following in its arguments. */
  readonly outputs: readonly Readable[]
  /** Settles when the process has ended, with the end of its messages. */
  readonly ended: Promise<{ readonly stderrTail: string }>
  /** Kills the whole process group. */
  kill(): void
}

export interface StreamOptions {
  /** The directory of the job (see `prepareFolder`). */
  readonly cwd: string
  readonly memoryBytes: number
  readonly outputs: number
}

const STDERR_TAIL_CHARS = 4000
/** A stream has no end that is known, so only memory is limited. */
const UNLIMITED_CPU_S = 10 * 365 * 86_400

export function streamFfmpeg(
  { ffmpegPath, sandbox }: Tools,
  args: readonly string[],
  { cwd, memoryBytes, outputs }: StreamOptions,
): FfmpegStream {
  const limits: RunLimits = {
    wallMs: 0,
    noProgressMs: 0,
    cpuS: UNLIMITED_CPU_S,
    memoryBytes,
    outputBytes: 0,
  }
  const [program = ffmpegPath, ...words] = sandbox.wrap([ffmpegPath, ...args], limits)
  const pipes = Array.from({ length: outputs }, () => 'pipe' as const)
  const child = spawn(program, words, {
    cwd,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', ...pipes],
    env: bareEnv,
  })
  let stderrTail = ''
  const [input, , messages, ...streams] = child.stdio
  messages?.on('data', (chunk: Buffer) => {
    stderrTail = (stderrTail + chunk.toString('utf8')).slice(-STDERR_TAIL_CHARS)
  })
  // The end of the process is reported by `ended`; a broken pipe adds nothing.
  for (const stream of [input, messages, ...streams]) stream?.on('error', () => undefined)
  const ended = new Promise<{ stderrTail: string }>((resolve) => {
    child.once('error', (error) => resolve({ stderrTail: String(error) }))
    child.once('close', () => resolve({ stderrTail }))
  })
  return {
    input: input as Writable,
    outputs: streams as Readable[],
    ended,
    kill() {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch (error) {
        // ESRCH: the group has already ended.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
      }
    },
  }
}
