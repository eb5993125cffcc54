import type { Upload } from '@kinora/contract'
import type { Problem } from '../problem'
import type { Stall } from './retry'

/** Where an upload is. The word "failed" belongs to `failed` alone: the server, or the file, has said no. */
export type UploadState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending' }
  /** Stands still, and goes on by itself. */
  | { readonly kind: 'lost'; readonly stall: Stall }
  | { readonly kind: 'paused' }
  /** All bytes are there; the server closes the file. */
  | { readonly kind: 'closing' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly why: Problem | 'file-gone' | 'unknown' }
  /** Begun before the page was loaded: its file has to be chosen again. */
  | { readonly kind: 'asleep' }

/** An upload as it is shown. */
export interface UploadView {
  readonly id: string
  readonly environmentId: string
  /** What the file is to be. */
  readonly kind: Upload['kind']
  readonly fileName: string
  readonly fileSize: number
  readonly contentId: string | undefined
  readonly isTest: boolean
  readonly state: UploadState
  /** Bytes that have gone out. */
  readonly sent: number
  /** Bytes that the server has for good. */
  readonly safe: number
  readonly bytesPerSecond: number
  readonly secondsLeft: number | undefined
}

/** True while leaving the page would stop something. */
export function isUnderWay({ state: { kind } }: UploadView): boolean {
  return kind === 'waiting' || kind === 'sending' || kind === 'lost' || kind === 'closing'
}

/** All that are under way, as one. */
export function sumOf(uploads: readonly UploadView[]): {
  bytesPerSecond: number
  secondsLeft: number | undefined
} {
  const moving = uploads.filter(isUnderWay)
  const bytesPerSecond = moving.reduce((sum, upload) => sum + upload.bytesPerSecond, 0)
  const left = moving.reduce((sum, { fileSize, sent }) => sum + fileSize - sent, 0)
  const known = moving.some(({ secondsLeft }) => secondsLeft !== undefined)
  return { bytesPerSecond, secondsLeft: known && bytesPerSecond >= 1 ? left / bytesPerSecond : undefined }
}
