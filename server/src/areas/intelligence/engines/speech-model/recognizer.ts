import { join } from 'node:path'
import { MIB } from '../../../../platform/settings.ts'
import { type ModelWorker, openModelWorker } from '../model-worker.ts'

export interface RecognizerStart {
  readonly folder: string
  /** The process ends itself if it needs more memory. */
  readonly memoryBytes: number
}

export interface RecognizerRequest {
  /** A file of 16-bit samples at 16 kHz. */
  readonly path: string
  /** ISO 639 code. */
  readonly language: string
}

/** A text with its times in seconds. */
export interface RecognizerAnswer {
  readonly text: string
  readonly tokens: readonly string[]
  /** Start of each token. Empty if the model does not know it. */
  readonly starts: readonly number[]
  /** Parts of the text with their times, if the model knows those only. */
  readonly segments: readonly { readonly text: string; readonly start: number; readonly end: number }[]
}

/** The process with the speech model of the settings, which starts with the first audio. */
export type Recognizer = ModelWorker<RecognizerRequest, RecognizerAnswer>

const HEAP_MIB = 256
/** A piece of 25 s on a slow machine, with the time that it takes to load a large model. */
export const LONGEST_PIECE_MS = 10 * 60_000
/** A model may need several GB. */
const IDLE_MS = 60_000
/** Analyses and a test of the engine. */
const MOST_OWED = 8

/** Opens the speech model in a folder. */
export function openRecognizer(folder: string, memoryMib: number): Recognizer {
  return openModelWorker<RecognizerStart, RecognizerRequest, RecognizerAnswer>({
    main: join(import.meta.dirname, 'recognizer-main.ts'),
    heapMib: HEAP_MIB,
    start: { folder, memoryBytes: memoryMib * MIB },
    idleMs: IDLE_MS,
    stalledMs: LONGEST_PIECE_MS,
    mostOwed: MOST_OWED,
  })
}
