import type { FileFacts } from '../../file-store.ts'
import { xmlElements } from '../xml-elements.ts'

/** A blob, or a prefix in place of those below it, whose facts are null. */
export interface ListedBlob {
  readonly name: string
  readonly facts: FileFacts | null
}

/** A page of blobs as it is read. */
export interface BlobPage {
  readonly blobs: ListedBlob[]
  /** Empty on the last page. */
  marker: string
}

/** Reads the answer to List Blobs piece by piece.
 * @returns the page, which grows with each text that `read` takes */
export function blobPageReader(): { readonly page: BlobPage; readonly read: (text: string) => void } {
  const page: BlobPage = { blobs: [], marker: '' }
  let values = new Map<string, string>()
  const read = xmlElements({
    open({ local }) {
      if (local === 'Blob' || local === 'BlobPrefix') values = new Map()
    },
    close({ local }, text) {
      if (local === 'NextMarker') page.marker = text
      else if (local === 'BlobPrefix') page.blobs.push({ name: values.get('Name') ?? '', facts: null })
      // With a hierarchical namespace, folders are blobs too.
      else if (local === 'Blob' && values.get('ResourceType') !== 'directory') page.blobs.push(blobOf(values))
      else if (!values.has(local)) values.set(local, text)
    },
  })
  return { page, read }
}

function blobOf(values: ReadonlyMap<string, string>): ListedBlob {
  const facts = blobFacts({
    size: values.get('Content-Length'),
    modified: values.get('Last-Modified'),
    etag: values.get('Etag'),
  })
  return { name: values.get('Name') ?? '', facts }
}

interface BlobProperties {
  readonly size: string | undefined
  readonly modified: string | undefined
  readonly etag: string | undefined
}

/** The facts of a blob. Its ETag has quotes in headers, and none in lists. */
export function blobFacts({ size, modified, etag }: BlobProperties): FileFacts {
  const time = Date.parse(modified ?? '')
  return {
    size: Number(size ?? Number.NaN),
    modifiedAt: new Date(Number.isNaN(time) ? 0 : time),
    etag: etag?.replaceAll('"', '') ?? null,
  }
}
