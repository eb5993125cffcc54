import type { Content, Upload } from '@kinora/contract'
import type { Problem } from '../problem'
import type { Stall } from './retry'

/** The state of an upload. `failed` means that the server or the file refused; everything else recovers. */
export type UploadState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending' }
  /** Waiting to resume by itself. */
  | { readonly kind: 'lost'; readonly stall: Stall }
  | { readonly kind: 'paused' }
  /** All bytes are sent; the server completes the upload. */
  | { readonly kind: 'closing' }
  /** The server has the file and examines it. */
  | { readonly kind: 'done' }
  /** The server has the file, and it cannot become a video. */
  | { readonly kind: 'rejected'; readonly error: Content['error'] }
  | { readonly kind: 'failed'; readonly why: Problem | 'file-gone' | 'unknown' }
  /** Created before the page loaded: its file has to be selected again. */
  | { readonly kind: 'asleep' }

/** An upload as the UI shows it. */
export interface UploadView {
  readonly id: string
  readonly environmentId: string
  /** The kind of file. */
  readonly kind: Upload['kind']
  readonly fileName: string
  readonly fileSize: number
  readonly contentId: string | undefined
  readonly isTest: boolean
  readonly state: UploadState
  /** Bytes sent. */
  readonly sent: number
  /** Bytes that the server has stored. */
  readonly safe: number
  /** The most bytes sent so far: some of them are sent again after the connection was lost. */
  readonly reached: number
  readonly bytesPerSecond: number
  readonly secondsLeft: number | undefined
}

/** Whether leaving the page would interrupt the upload. */
export function isUnderWay({ state: { kind } }: UploadView): boolean {
  return kind === 'waiting' || kind === 'sending' || kind === 'lost' || kind === 'closing'
}

/** The sum of all active uploads. */
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
