import type { CacheRule } from './cache-rules.ts'
import type { PlaylistFile } from './playlist-file.ts'

/** A source's response to a request for a file. */
export type FileAnswer =
  /** A playlist. Delivery adds the viewer's token to its URLs. */
  | { readonly kind: 'playlist'; readonly playlist: PlaylistFile }
  | (Sent & { readonly kind: 'bytes'; readonly body: Buffer; readonly etag: string })
  /** A small immutable object of the storage, such as a segment. Delivery caches it in memory. */
  | (Sent & {
      readonly kind: 'segment'
      readonly key: string
      readonly etag: string
      /** Called when the client has got most of the object, before the last byte. If it fails, the response stays incomplete. */
      readonly onDelivered?: () => Promise<void>
    })
  /** An object of the storage of any size. */
  | (Sent & { readonly kind: 'object'; readonly key: string; readonly attachment?: string })
  /** An image that is rendered on request. */
  | (Sent & { readonly kind: 'rendered'; readonly image: RenderedImage })
  /** Does not exist yet. Delivery asks again when the source reports a change, and answers 503 after `waitMs`. */
  | { readonly kind: 'pending'; readonly waitMs: number }

interface Sent {
  readonly type: string
  readonly cache: CacheRule
  /** Length of the video or audio in it, in seconds. */
  readonly durationS?: number
}

export interface RenderedImage {
  /** Identifies the image and its source files. Delivery derives the ETag from it. */
  readonly identity: string
  /** @param read reads an object of the storage, or returns null if it does not exist */
  render(read: (key: string) => Promise<Buffer | null>): Promise<Buffer>
}
