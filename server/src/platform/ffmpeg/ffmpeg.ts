import type { Capabilities, Tools } from './capabilities.ts'
import { probeTools } from './capabilities.ts'
import { prepareFolder } from './job-folder.ts'
import type { RunOptions, RunResult, Tool } from './run.ts'
import { runFfmpeg } from './run.ts'
import { findSandbox } from './sandbox.ts'
import { type FfmpegStream, type StreamOptions, streamFfmpeg } from './stream.ts'

/** ffmpeg and ffprobe of this machine, in the strictest available sandbox. */
export interface Ffmpeg {
  capabilities: Capabilities
  /** Runs a tool in a prepared folder. Throws `FfmpegFailure`. */
  run(tool: Tool, args: string[], options: RunOptions): Promise<RunResult>
  /** Starts ffmpeg between pipes, in a prepared folder. */
  stream(args: readonly string[], options: StreamOptions): FfmpegStream
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
  const { capabilities, sandbox: found } = tools ?? (await probeTools(ffmpegPath, ffprobePath))
  const sandbox = findSandbox(found)
  return {
    capabilities,
    run: (tool, args, options) => runFfmpeg({ ffmpegPath, ffprobePath, sandbox }, tool, args, options),
    stream: (args, options) => streamFfmpeg({ ffmpegPath, ffprobePath, sandbox }, args, options),
    prepareFolder: (folder) => prepareFolder(sandbox, folder),
  }
}
