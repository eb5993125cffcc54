import type { EngineId } from '@kinora/contract'
import type { SpokenWord } from '@kinora/media'
import type { Intelligence } from '../intelligence.ts'

/** A piece of audio to be written down. */
export interface SpokenPiece {
  /** A file of 16-bit samples at 16 kHz in the folder. */
  readonly file: string
  readonly folder: string
  /** Its start in the video. */
  readonly startS: number
  readonly durationS: number
  readonly language: string
  readonly signal: AbortSignal
}

/** A program that writes down speech. */
export interface Transcriber {
  readonly id: Extract<EngineId, 'speech-server' | 'speech-model' | 'pocketsphinx' | 'video-analysis'>
  readonly name: string
  readonly version: string
  readonly quality: 'draft' | 'good'
  /** ISO 639 codes of the languages that it understands; null for any. */
  readonly languages: readonly string[] | null
  /** The host that audio is sent to; null if it stays on this machine. */
  readonly sendsTo: string | null
  /** Length of the pieces that it takes, in seconds. Null for short ones. */
  readonly mostPieceS: number | null
  isInstalled(): Promise<boolean>
  /** @returns words with their times in the piece @throws EngineFailure, ModelFailure */
  transcribe(context: Pick<Intelligence, 'ffmpeg' | 'recognizer'>, piece: SpokenPiece): Promise<SpokenWord[]>
}
