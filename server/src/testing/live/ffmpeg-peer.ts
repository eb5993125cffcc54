import { type ChildProcess, spawn } from 'node:child_process'

/** An ffmpeg that sends or receives a stream. */
export interface FfmpegPeer {
  readonly process: ChildProcess
  /** Text of its output so far. */
  said(): string
  stop(): void
}

export function startFfmpegPeer(args: readonly string[]): FfmpegPeer {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let text = ''
  child.stdout.on('data', (part) => {
    text += String(part)
  })
  return { process: child, said: () => text, stop: () => void child.kill('SIGKILL') }
}
