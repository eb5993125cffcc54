import type { Capabilities, Tools } from './capabilities.ts'
import { probeTools } from './capabilities.ts'
import { prepareFolder } from './job-folder.ts'
import type { RunOptions, RunResult, Tool } from './run.ts'
import { runFfmpeg } from './run.ts'
import { findSandbox } from './sandbox.ts'
import { type FfmpegStream, type StreamOptions, streamFfmpeg } from './stream.ts'
import { createWorker, createWorkerFaults, type FfmpegWorker, type WorkerOptions } from './worker.ts'

/** ffmpeg and ffprobe of this machine, in the strictest available sandbox. */
export interface Ffmpeg {
  capabilities: Capabilities
  /** Result of the detection, for other processes on this machine: it takes seconds of processor time. */
  tools: Tools
  /** Runs a tool in a prepared folder. Throws `FfmpegFailure`. */
  run(tool: Tool, args: string[], options: RunOptions): Promise<RunResult>
  /** Starts ffmpeg between pipes once, in a prepared folder. */
  stream(args: readonly string[], options: StreamOptions): FfmpegStream
  /** An ffmpeg between pipes that is started again if it fails. */
  worker(options: WorkerOptions): FfmpegWorker
  /** Names of workers that keep failing. */
  failing(): readonly string[]
  /** Creates a folder that the sandbox can write, or adapts an existing one. */
  prepareFolder(folder: string): Promise<void>
}

/** Detects the tools once. Without ffmpeg, the capabilities of the result say so.
 * @param tools result of an earlier `probeTools` for these programs on this machine */
export async function detectFfmpeg({
  ffmpegPath = 'ffmpeg',
  ffprobePath = 'ffprobe',
  tools,
}: {
  ffmpegPath?: string
  ffprobePath?: string
  tools?: Tools | undefined
} = {}): Promise<Ffmpeg> {
  const detected = tools ?? (await probeTools(ffmpegPath, ffprobePath))
  const { capabilities } = detected
  const sandbox = findSandbox(detected.sandbox)
  const faults = createWorkerFaults()
  const stream: Ffmpeg['stream'] = (args, options) =>
    streamFfmpeg({ ffmpegPath, ffprobePath, sandbox }, args, options)
  return {
    capabilities,
    tools: detected,
    run: (tool, args, options) => runFfmpeg({ ffmpegPath, ffprobePath, sandbox }, tool, args, options),
    stream,
    worker: (options) => createWorker(stream, faults, options),
    failing: faults.names,
    prepareFolder: (folder) => prepareFolder(sandbox, folder),
  }
}
