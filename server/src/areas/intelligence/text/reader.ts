import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TextLine } from '@kinora/media'
import { GIB } from '../../../platform/settings.ts'
import { forkModel } from '../engines/model-process.ts'

/** Size of the pictures. */
interface PictureSize {
  readonly width: number
  readonly height: number
}

type Languages = Readonly<Record<TextLine['language'], { readonly code: string; readonly folder: string }>>

export interface ReaderStart extends PictureSize {
  /** The program that reads, and the one that its threads run. */
  readonly program: string
  readonly worker: string
  readonly languages: Languages
  /** The process ends itself if it needs more memory. */
  readonly memoryBytes: number
}

/** Asks for the text of a picture in a file of raw pictures of 8-bit brightness. */
export interface ReaderRequest {
  readonly file: string
  readonly number: number
}

export type ReaderAnswer = { readonly isReady: true } | { readonly lines: TextLine[] }

/** Text could not be read. */
export class ReaderFailure extends Error {
  override readonly name = 'ReaderFailure'
  readonly reason: 'missing' | 'crashed' | 'stalled'
  constructor(reason: ReaderFailure['reason'], detail: string) {
    super(`text in pictures could not be read (${reason}): ${detail}`)
    this.reason = reason
  }
}

/** A process that reads text. */
export interface TextReader {
  /** Reads a picture, from top to bottom. @throws ReaderFailure */
  read(request: ReaderRequest): Promise<TextLine[]>
  close(): void
}

/** Engine of the text part. */
export const readerEngine = {
  engine: 'Tesseract',
  engineVersion: 'tesseract.js 7.0.0',
  quality: 'good',
} as const

const HEAP_MIB = 768
const MEMORY_BYTES = 2 * GIB
/** The process is stopped if it needs so long for one picture. */
const PICTURE_MS = 180_000

/** The files of the reader, or null if a package is missing. */
export function findReader(): Pick<ReaderStart, 'program' | 'worker' | 'languages'> | null {
  try {
    const program = fileURLToPath(import.meta.resolve('tesseract.js'))
    const modelOf = (code: string, address: string) => {
      const folder = join(dirname(fileURLToPath(address)), '4.0.0_best_int')
      if (!existsSync(join(folder, `${code}.traineddata.gz`))) throw new Error(`the model ${code} is missing`)
      return { code, folder }
    }
    const worker = join(dirname(program), 'worker-script/node/index.js')
    const languages = {
      en: modelOf('eng', import.meta.resolve('@tesseract.js-data/eng')),
      hi: modelOf('hin', import.meta.resolve('@tesseract.js-data/hin')),
      ar: modelOf('ara', import.meta.resolve('@tesseract.js-data/ara')),
      te: modelOf('tel', import.meta.resolve('@tesseract.js-data/tel')),
    }
    return existsSync(worker) ? { program, worker, languages } : null
  } catch {
    return null
  }
}

/** Starts a process that reads text in pictures. @throws ReaderFailure */
export async function openTextReader(
  size: PictureSize,
  signal: AbortSignal,
  pictureMs: number = PICTURE_MS,
): Promise<TextReader> {
  signal.throwIfAborted()
  const files = findReader()
  if (files === null) throw new ReaderFailure('missing', 'a package is not installed')
  const child = forkModel(join(import.meta.dirname, 'reader-main.ts'), HEAP_MIB)
  const stop = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  const close = () => {
    signal.removeEventListener('abort', stop)
    stop()
  }
  try {
    await ask(
      child,
      { ...size, ...files, memoryBytes: MEMORY_BYTES } satisfies ReaderStart,
      signal,
      pictureMs,
    )
  } catch (error) {
    close()
    throw error
  }
  return {
    async read(request) {
      const answer = await ask(child, request, signal, pictureMs)
      return 'lines' in answer ? answer.lines : []
    },
    close,
  }
}

/** Sends a message and waits for its answer. */
async function ask(
  child: ChildProcess,
  message: ReaderStart | ReaderRequest,
  signal: AbortSignal,
  longestMs: number,
): Promise<ReaderAnswer> {
  signal.throwIfAborted()
  const over = new AbortController()
  try {
    return await new Promise<ReaderAnswer>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new ReaderFailure('stalled', `no answer in ${longestMs} ms`)),
        longestMs,
      )
      over.signal.addEventListener('abort', () => clearTimeout(timer))
      const ended = (why: string) => reject(signal.reason ?? new ReaderFailure('crashed', why))
      const answered = (answer: ReaderAnswer | { fault: string }) =>
        'fault' in answer ? ended(answer.fault) : resolve(answer)
      const exited = (code: number | null, killedBy: string | null) =>
        ended(`it ended with ${code ?? killedBy}`)
      const failed = (error: Error) => ended(error.message)
      child.once('message', answered).once('exit', exited).once('error', failed)
      over.signal.addEventListener('abort', () => {
        child.off('message', answered).off('exit', exited).off('error', failed)
      })
      if (!child.connected) return ended('it has ended')
      child.send(message)
    })
  } finally {
    over.abort()
  }
}
