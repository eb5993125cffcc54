import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forkModel } from '../engines/model-process.ts'

/** A file of raw frames: RGB with 8 bits. */
export interface RawFrames {
  readonly file: string
  readonly width: number
  readonly height: number
}

/** The program that looks at pictures. Folders with a slash at the end. */
export interface VisionProgram {
  readonly models: string
  readonly wasm: string
  readonly program: string
}

/** The message that the file has all its frames. */
export const allWritten = 'all-written'

/** The number of frames that were searched, or the result. */
export type VisionReport<Result> = { readonly searched: number } | { readonly result: Result }

/** Pictures could not be searched. */
export class VisionFailure extends Error {
  override readonly name = 'VisionFailure'
  readonly reason: 'missing' | 'crashed' | 'stalled'
  constructor(reason: VisionFailure['reason'], detail: string) {
    super(`the search for people failed (${reason}): ${detail}`)
    this.reason = reason
  }
}

export interface VisionOptions {
  readonly signal: AbortSignal
  /** Called with the number of frames that were searched. */
  readonly onSearched?: (frames: number) => void
  /** Resolves when the file has all its frames, if they are still written. */
  readonly written?: Promise<void>
  /** The process is stopped if it searches no frame for so long. */
  readonly stalledMs?: number
}

/** Engine of the parts that look at pictures. */
export const visionEngine = { engine: 'Human', engineVersion: '3.3.6', quality: 'draft' } as const

/** Least confidence of a face. */
export const LEAST_FACE = 0.6

const HEAP_MIB = 1024
const STALLED_MS = 120_000

/** Runs a program that looks at pictures in a process of its own. @param main its file @throws VisionFailure */
export async function runVision<Start extends object, Result>(
  main: string,
  start: Start,
  { signal, onSearched = () => undefined, written, stalledMs = STALLED_MS }: VisionOptions,
): Promise<Result> {
  signal.throwIfAborted()
  const child = forkModel(main, HEAP_MIB)
  const stop = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Result>((resolve, reject) => {
      const watch = () => {
        clearTimeout(timer)
        const stalled = () => reject(new VisionFailure('stalled', `no frame was searched in ${stalledMs} ms`))
        timer = setTimeout(stalled, stalledMs)
      }
      watch()
      child.once('error', reject)
      child.on('message', (message: VisionReport<Result> | { fault: string }) => {
        watch()
        if ('result' in message) return resolve(message.result)
        if ('searched' in message) return onSearched(message.searched)
        const isMissing = /cannot find module/i.test(message.fault)
        reject(new VisionFailure(isMissing ? 'missing' : 'crashed', message.fault))
      })
      child.once('exit', (code, killedBy) =>
        reject(signal.reason ?? new VisionFailure('crashed', `it ended with ${code ?? killedBy}`)),
      )
      child.send({ ...start, ...visionProgram(), isWritten: written === undefined })
      written?.then(() => {
        if (child.connected) child.send(allWritten)
      }, reject)
    })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** The files of the program. @throws VisionFailure if a package is missing */
export function visionProgram(): VisionProgram {
  try {
    // The program requires these two by itself.
    for (const other of [
      import.meta.resolve('@tensorflow/tfjs-core'),
      import.meta.resolve('@tensorflow/tfjs-converter'),
    ])
      createRequire(import.meta.url).resolve(fileURLToPath(other))
    const dist = dirname(fileURLToPath(import.meta.resolve('@vladmandic/human')))
    return {
      program: join(dist, 'human.node-wasm.js'),
      models: `${join(dist, '../models')}/`,
      wasm: `${dirname(fileURLToPath(import.meta.resolve('@tensorflow/tfjs-backend-wasm')))}/`,
    }
  } catch (error) {
    throw new VisionFailure('missing', String(error))
  }
}
