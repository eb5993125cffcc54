import type { Readable } from 'node:stream'

/** An area that hands out links to files: a browser saves them as they come, however large they are. */
export interface DownloadSource {
  /** The file that a link's ticket leads to; null for a ticket of another source. @throws problem link-over, not-found */
  open(ticket: string): Promise<LinkedFile | null>
}

export type LinkedFile =
  | { readonly kind: 'object'; readonly key: string; readonly fileName: string }
  | {
      readonly kind: 'stream'
      readonly fileName: string
      readonly type: string
      readonly sizeBytes: number
      open(): Readable
    }
