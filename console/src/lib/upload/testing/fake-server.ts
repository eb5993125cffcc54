import type { Upload } from '@kinora/contract'
import { Problem } from '../../problem'
import type { Transport } from '../transport'

const partSize = 10

/** An in-memory server that follows the contract. `fault` may throw before any call. */
export function fakeServer() {
  const uploads = new Map<string, Upload>()
  const calls: string[] = []
  const newUpload = (uploadId: string, kind: Upload['kind'], { name, size }: File): Upload => {
    const upload: Upload = {
      uploadId,
      kind,
      contentId: `content of ${name}`,
      fileName: name,
      fileSize: size,
      partSize,
      partCount: Math.ceil(size / partSize),
      status: 'pending',
      parts: [],
    }
    uploads.set(uploadId, upload)
    return upload
  }
  const server = {
    uploads,
    calls,
    /** An upload that another call of the API created. */
    begin: (kind: Upload['kind'], file: File): string => newUpload(`${kind}-1`, kind, file).uploadId,
    fault: (_call: string): void => undefined,
    /** Called for each PUT; the PUT ends when the returned promise resolves. */
    beforePut: async (_part: number): Promise<void> => undefined,
  }
  const heard = (call: string) => {
    calls.push(call)
    server.fault(call)
  }
  const find = (id: string): Upload => {
    const upload = uploads.get(id)
    if (!upload) throw new Problem('not-found', 404)
    return upload
  }
  const transport: Transport = {
    async create(_environmentId, { file, folderId, encodingProfileId, isTest, idempotencyKey: key }) {
      const folder = folderId === null ? '' : ` in ${folderId}`
      const profile = encodingProfileId === null ? '' : ` with ${encodingProfileId}`
      heard(`create${isTest ? ' test' : ''}${folder}${profile}`)
      return uploads.get(key) ?? newUpload(key, 'source', file)
    },
    async read(_environmentId, id) {
      heard('read')
      return structuredClone(find(id))
    },
    async partTarget(_environmentId, id, partNumber) {
      heard(`target ${partNumber}`)
      if (find(id).status !== 'pending') throw new Problem('upload-closed', 409)
      return { url: `${id} ${partNumber}`, headers: {} }
    },
    async put({ url }, bytes, onSent, signal) {
      const [id = '', part] = url.split(' ')
      const partNumber = Number(part)
      onSent(bytes.size)
      await Promise.race([server.beforePut(partNumber), aborted(signal)])
      signal.throwIfAborted()
      heard(`put ${partNumber}`)
      const upload = find(id)
      const others = upload.parts.filter((other) => other.partNumber !== partNumber)
      upload.parts = [...others, { partNumber, etag: `e${partNumber}`, size: bytes.size }]
      return `e${partNumber}`
    },
    async complete(_environmentId, id, parts) {
      heard('complete')
      const upload = find(id)
      if (upload.status === 'completed') return
      if (upload.parts.length < upload.partCount) throw new Problem('upload-incomplete', 409)
      const kept = new Map(upload.parts.map(({ partNumber, etag }) => [partNumber, etag]))
      if (parts.some(({ partNumber, etag }) => kept.get(partNumber) !== etag)) {
        throw new Problem('upload-part-mismatch', 409)
      }
      upload.status = 'completed'
    },
    async cancel(_environmentId, id) {
      heard('cancel')
      uploads.delete(id)
    },
  }
  return { server, transport }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
