import { type ChildProcess, spawn } from 'node:child_process'

export interface Encoder {
  readonly process: ChildProcess
  readonly exited: Promise<{ readonly code: number | null; readonly stderr: string }>
}

/** ffmpeg with a test picture and a tone. */
export function startEncoder(
  output: readonly string[],
  options: { seconds?: number; isLive?: boolean } = {},
): Encoder {
  const { seconds = 3600, isLive = true } = options
  const pace = isLive ? ['-re'] : []
  const picture = [...pace, '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25']
  const tone = [...pace, '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000']
  return startFfmpeg([...picture, ...tone, '-t', String(seconds), ...output])
}

/** ffmpeg with any input, such as a receiver. */
export function startFfmpeg(args: readonly string[]): Encoder {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += text
  })
  const exited = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, stderr }))
  })
  return { process: child, exited }
}

/** H.264 and AAC, a keyframe every second. */
export const h264Args = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-pix_fmt', 'yuv420p']
export const aacArgs = ['-c:a', 'aac', '-ar', '48000', '-ac', '2']
