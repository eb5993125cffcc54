import type { Capabilities, Tools } from './capabilities.ts'
import { probeTools } from './capabilities.ts'
import { prepareFolder } from './job-folder.ts'
import type { RunOptions, RunResult, Tool } from './run.ts'
import { runFfmpeg } from './run.ts'
import { sandboxCalled } from './sandbox.ts'

/** ffmpeg and ffprobe of this machine, in the strictest sandbox it allows. */
export interface Ffmpeg {
  capabilities: Capabilities
  /** Runs a tool in a prepared folder. Throws `FfmpegFailure`. */
  run(tool: Tool, args: string[], options: RunOptions): Promise<RunResult>
  /** Makes a folder, or takes one that is there, for the sandbox to work and write in. */
  prepareFolder(folder: string): Promise<void>
}

/**
 * Looks once what there is; a machine without ffmpeg gets an object whose capabilities say so.
 * @param tools what `probeTools` found out about these programs on this machine, where it was asked before
 */
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
  const sandbox = sandboxCalled(found)
  return {
    capabilities,
    run: (tool, args, options) => runFfmpeg({ ffmpegPath, ffprobePath, sandbox }, tool, args, options),
    prepareFolder: (folder) => prepareFolder(sandbox, folder),
  }
}
