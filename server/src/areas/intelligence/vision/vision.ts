import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SEEN_RATE, type SeenFrame } from '@kinora/media'
import { lowerPriority } from '../../../platform/ffmpeg/index.ts'

/** A file of raw frames: RGB with 8 bits, `SEEN_RATE` frames per second. */
export interface RawFrames {
  readonly file: string
  readonly width: number
  readonly height: number
}

export interface VisionStart extends RawFrames {
  readonly rate: number
  /** Least confidence of a face and of a body. */
  readonly leastFace: number
  readonly leastBody: number
  /** Folders with a slash at the end. */
  readonly models: string
  readonly wasm: string
  /** The program that finds people. */
  readonly program: string
}

/** The number of frames that were searched, or the result. */
export type VisionMessage = { readonly searched: number } | { readonly frames: SeenFrame[] }

/** People could not be searched. */
export class VisionFailure extends Error {
  override readonly name = 'VisionFailure'
  readonly reason: 'missing' | 'crashed' | 'stalled'
  constructor(reason: VisionFailure['reason'], detail: string) {
    super(`the search for people failed (${reason}): ${detail}`)
    this.reason = reason
  }
}

interface VisionOptions {
  readonly signal: AbortSignal
  /** Called with the number of frames that were searched. */
  readonly onSearched?: (frames: number) => void
  /** The process is stopped if it searches no frame for so long. */
  readonly stalledMs?: number
}

const HEAP_MIB = 1024
const STALLED_MS = 120_000
const LEAST_FACE = 0.6
const LEAST_BODY = 0.5

/** Finds faces and bodies in frames, in a process of its own. @throws VisionFailure */
export async function findPeople(
  frames: RawFrames,
  { signal, onSearched = () => undefined, stalledMs = STALLED_MS }: VisionOptions,
): Promise<SeenFrame[]> {
  signal.throwIfAborted()
  const child = fork(join(import.meta.dirname, 'vision-main.ts'), {
    env: {},
    execArgv: [`--max-old-space-size=${HEAP_MIB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  if (child.pid !== undefined) void lowerPriority(child.pid)
  const stop = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<SeenFrame[]>((resolve, reject) => {
      const watch = () => {
        clearTimeout(timer)
        const stalled = () => reject(new VisionFailure('stalled', `no frame was searched in ${stalledMs} ms`))
        timer = setTimeout(stalled, stalledMs)
      }
      watch()
      child.once('error', reject)
      child.on('message', (message: VisionMessage | { fault: string }) => {
        watch()
        if ('frames' in message) return resolve(message.frames)
        if ('searched' in message) return onSearched(message.searched)
        const isMissing = /cannot find module/i.test(message.fault)
        reject(new VisionFailure(isMissing ? 'missing' : 'crashed', message.fault))
      })
      child.once('exit', (code, killedBy) =>
        reject(signal.reason ?? new VisionFailure('crashed', `it ended with ${code ?? killedBy}`)),
      )
      child.send({ ...frames, ...startOf() } satisfies VisionStart)
    })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    stop()
  }
}

function startOf(): Omit<VisionStart, keyof RawFrames> {
  const thresholds = { rate: SEEN_RATE, leastFace: LEAST_FACE, leastBody: LEAST_BODY }
  try {
    // The program requires these two by itself.
    for (const other of [
      import.meta.resolve('@tensorflow/tfjs-core'),
      import.meta.resolve('@tensorflow/tfjs-converter'),
    ])
      createRequire(import.meta.url).resolve(fileURLToPath(other))
    const dist = dirname(fileURLToPath(import.meta.resolve('@vladmandic/human')))
    return {
      ...thresholds,
      program: join(dist, 'human.node-wasm.js'),
      models: `${join(dist, '../models')}/`,
      wasm: `${dirname(fileURLToPath(import.meta.resolve('@tensorflow/tfjs-backend-wasm')))}/`,
    }
  } catch (error) {
    throw new VisionFailure('missing', String(error))
  }
}
