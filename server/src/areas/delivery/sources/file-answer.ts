import type { CacheRule } from './cache-rules.ts'
import type { PlaylistFile } from './playlist-file.ts'

/** What a source answers a request for a file with. */
export type FileAnswer =
  /** A playlist: delivery adds the viewer's token to each address in it. */
  | { readonly kind: 'playlist'; readonly playlist: PlaylistFile }
  | (Sent & { readonly kind: 'bytes'; readonly body: Buffer; readonly etag: string })
  /** A small object of the storage that never changes, such as a segment. Delivery keeps it in memory. */
  | (Sent & { readonly kind: 'segment'; readonly key: string; readonly etag: string })
  /** An object of the storage of any size. */
  | (Sent & { readonly kind: 'object'; readonly key: string; readonly attachment?: string })
  /** An image that is rendered on request. */
  | (Sent & { readonly kind: 'rendered'; readonly image: RenderedImage })
  /** Not there yet. Delivery asks again when the source reports a change, and answers 503 after `waitMs`. */
  | { readonly kind: 'pending'; readonly waitMs: number }

interface Sent {
  readonly type: string
  readonly cache: CacheRule
}

export interface RenderedImage {
  /** The same for the same image of the same files: delivery makes the ETag of it. */
  readonly identity: string
  /** @param read reads an object of the storage; null if it is not there */
  render(read: (key: string) => Promise<Buffer | null>): Promise<Buffer>
}
