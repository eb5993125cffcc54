import type { Readable } from 'node:stream'

/** An area that creates download links. Links let the browser stream files of any size to disk. */
export interface DownloadSource {
  /** The file of a link's ticket. Null if another source created the ticket. @throws problem link-over, not-found */
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
