import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { Progress } from '@kinora/media'
import { progressReader } from '@kinora/media'
import type { FailureReason } from './failure.ts'
import { FfmpegFailure, reasonOf } from './failure.ts'
import { lowerPriorityInTurn } from './priority.ts'
import type { RunLimits, Sandbox } from './sandbox.ts'

/** `ffmpeg`, or the name of another program that reads media and answers on stdout, such as `ffprobe`. */
export type Tool = string

/** Paths of the tools and how to start them. */
export interface Tools {
  ffmpegPath: string
  ffprobePath: string
  sandbox: Sandbox
}

export interface RunOptions {
  limits: RunLimits
  /** The directory of the job (see `prepareFolder`). Paths in the arguments are relative to it. */
  cwd: string
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
  /** Receives what ffmpeg writes to `pipe:3`. */
  onOutput?: (chunk: Buffer) => void
}

export interface RunResult {
  /** The whole answer. For ffmpeg, the end of its progress reports. */
  stdout: string
  stderrTail: string
  wallMs: number
}

const maxAnswerBytes = 16 * 1024 * 1024
const progressTailChars = 16_000
const stderrTailChars = 8000
const termGraceMs = 2000

/** Runs a tool on untrusted input, in the sandbox and with limits. Throws `FfmpegFailure`. The whole
 * process group has ended when the promise settles. */
export async function runFfmpeg(
  tools: Tools,
  tool: Tool,
  args: string[],
  { limits, cwd, signal, onProgress, onOutput }: RunOptions,
): Promise<RunResult> {
  const startedMs = performance.now()
  const path = pathOf(tools, tool)
  const [program = path, ...words] = tools.sandbox.wrap([path, ...args], limits)
  const command = [tool, ...args]
  if (signal?.aborted) throw new FfmpegFailure('aborted', command, '')
  const child = spawn(program, words, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', onOutput === undefined ? 'ignore' : 'pipe'],
    env: bareEnv,
  })
  if (child.pid !== undefined) void lowerPriorityInTurn(child.pid)
  const ending = endingOf(child)
  const stop = stopper(child)
  const onAbort = () => stop.because('aborted')
  signal?.addEventListener('abort', onAbort, { once: true })
  const wallTimer = setTimeout(() => stop.because('wall-limit'), limits.wallMs)
  const progressTimer = setTimeout(() => stop.because('no-progress'), limits.noProgressMs)

  let stderrTail = ''
  const [, reports, messages, output] = child.stdio
  messages?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-stderrTailChars)
  })
  if (onOutput !== undefined) output?.on('data', onOutput)
  let stdout = ''
  const readProgress = progressReader()
  let last = ''
  reports?.setEncoding('utf8').on('data', (text: string) => {
    if (tool !== 'ffmpeg') {
      progressTimer.refresh()
      if (stdout.length + text.length > maxAnswerBytes) stop.because('output-limit')
      else stdout += text
      return
    }
    stdout = (stdout + text).slice(-progressTailChars)
    for (const progress of readProgress(text)) {
      const moved = `${progress.outTimeS} ${progress.frame} ${progress.totalSize}`
      if (moved !== last) progressTimer.refresh()
      last = moved
      onProgress?.(progress)
    }
  })

  try {
    const { code, signal: endSignal, error } = await ending
    if (error) throw new FfmpegFailure('failed', command, String(error))
    const stopped = stop.reason()
    if (stopped) throw new FfmpegFailure(stopped, command, stderrTail)
    const wallMs = performance.now() - startedMs
    const mayHaveUsedCpu = (wallMs / 1000) * availableParallelism() >= limits.cpuS
    const failed = reasonOf({ code, signal: endSignal, stderrTail, mayHaveUsedCpu })
    if (failed) throw new FfmpegFailure(failed, command, stderrTail)
    return { stdout, stderrTail, wallMs }
  } finally {
    clearTimeout(wallTimer)
    clearTimeout(progressTimer)
    signal?.removeEventListener('abort', onAbort)
    stop.killRest()
  }
}

function pathOf({ ffmpegPath, ffprobePath }: Tools, tool: Tool): string {
  if (tool === 'ffmpeg') return ffmpegPath
  return tool === 'ffprobe' ? ffprobePath : tool
}

/** Keeps secrets of the server's environment away from untrusted files. */
export const bareEnv = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin:/opt/homebrew/bin',
  LC_ALL: 'C.UTF-8',
  HOME: '/nonexistent',
  // OpenBLAS, which some builds load and never use, reserves memory for each thread, and the limits count it.
  OPENBLAS_NUM_THREADS: '1',
}

interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
  error: Error | null
}

function endingOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }))
    child.once('close', (code, signal) => resolve({ code, signal, error: null }))
  })
}

/** Ends the whole process group of a child for the first reason given: first with SIGTERM, later with SIGKILL. */
function stopper(child: ChildProcess) {
  let reason: FailureReason | null = null
  let force: NodeJS.Timeout | undefined
  const killGroup = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, signal)
    } catch (error) {
      // ESRCH: the group has already ended.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
  return {
    because(why: FailureReason) {
      if (reason) return
      reason = why
      killGroup('SIGTERM')
      force = setTimeout(() => killGroup('SIGKILL'), termGraceMs)
    },
    reason: () => reason,
    killRest() {
      clearTimeout(force)
      killGroup('SIGKILL')
    },
  }
}
