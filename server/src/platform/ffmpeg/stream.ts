import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { bareEnv, type Tools } from './run.ts'
import type { RunLimits } from './sandbox.ts'

/** A running ffmpeg that reads from a pipe and writes to pipes, for as long as a live stream lasts. */
export interface FfmpegStream {
  readonly input: Writable
  /** `pipe:3` and following in its arguments. */
  readonly outputs: readonly Readable[]
  /** Settles when the process has ended, with the end of its messages. It is killed if it hangs: if it writes nothing in
   * seconds in which it gets input. */
  readonly ended: Promise<{ readonly stderrTail: string }>
  /** Kills the whole process group. */
  kill(): void
}

export interface StreamOptions {
  /** The directory of the job (see `prepareFolder`). */
  readonly cwd: string
  readonly memoryBytes: number
  readonly outputs: number
  /** Whether it reads its stdin. If not, it must write all the time. */
  readonly hasInput?: boolean
}

const STDERR_TAIL_CHARS = 4000
/** Time with input and without output after which it hangs. */
const HANG_MS = 15_000
const CHECK_MS = 1000
/** A stream has no end that is known, so only memory is limited. */
const UNLIMITED_CPU_S = 10 * 365 * 86_400

export function streamFfmpeg(
  { ffmpegPath, sandbox }: Tools,
  args: readonly string[],
  { cwd, memoryBytes, outputs, hasInput = true }: StreamOptions,
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
  const kill = () => killGroup(child.pid)
  const check = watchForHang(child.stdio, hasInput, () => {
    stderrTail += `It wrote nothing for ${HANG_MS / 1000} s.`
    kill()
  })
  const ended = new Promise<{ stderrTail: string }>((resolve) => {
    child.once('error', (error) => resolve({ stderrTail: String(error) }))
    child.once('close', () => resolve({ stderrTail }))
  })
  void ended.then(() => clearInterval(check))
  return { input: input as Writable, outputs: streams as Readable[], ended, kill }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // ESRCH: the group has already ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Calls `onHang` once if the process gets input for seconds, and writes nothing. */
function watchForHang(
  [input, , , ...outputs]: ChildProcess['stdio'],
  hasInput: boolean,
  onHang: () => void,
): NodeJS.Timeout {
  let lastIn = 0
  let lastOut = 0
  let waitedMs = 0
  const check = setInterval(() => {
    const inBytes = input instanceof Socket ? input.bytesWritten : 0
    const outBytes = outputs.reduce((sum, each) => sum + (each instanceof Socket ? each.bytesRead : 0), 0)
    const hasUnread = input instanceof Socket && input.writableLength > 0
    if (outBytes > lastOut) waitedMs = 0
    else if (!hasInput || inBytes > lastIn || hasUnread) waitedMs += CHECK_MS
    lastIn = inBytes
    lastOut = outBytes
    if (waitedMs < HANG_MS) return
    clearInterval(check)
    onHang()
  }, CHECK_MS)
  check.unref()
  return check
}
