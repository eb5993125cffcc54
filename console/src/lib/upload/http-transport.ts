import { api } from '../api'
import { Problem, problemOf } from '../problem'
import { putBytes } from './put'
import { FileGone, type Transport } from './transport'
import { type UploadTarget, uploadTargets } from './upload-targets'

/** Completing a large file is quick for us, but an S3 bucket may be slow. */
const completeTimeoutMs = 60_000

export const httpTransport: Transport = {
  async create(environmentId, upload, signal) {
    const { file, playbackPolicy, isTest, idempotencyKey } = upload
    const body = { fileName: file.name, fileSize: file.size, playbackPolicy, isTest }
    // The folder or the profile may have been deleted while the file was queued. Upload it without them.
    const [first = {}, ...others] = uploadTargets(upload)
    const begin = (target: UploadTarget, key: string) =>
      api('createUpload', { environmentId, body: { ...body, ...target }, idempotencyKey: key, signal })
    let answer = begin(first, idempotencyKey)
    for (const [n, target] of others.entries()) {
      answer = answer.catch((error: unknown) => {
        if (!(error instanceof Problem) || !['not-found', 'in-trash'].includes(error.id)) throw error
        return begin(target, `${idempotencyKey}-${n + 1}`)
      })
    }
    return answer
  },

  read: (environmentId, id, signal) => api('getUpload', { environmentId, params: { id }, signal }),

  partTarget: (environmentId, id, partNumber, signal) =>
    api('createPartUrl', { environmentId, params: { id }, body: { partNumber }, signal }),

  async put(target, bytes, onSent, signal) {
    const { status, text, etag } = await putBytes(target, bytes, onSent, signal)
    if (status >= 200 && status < 300) return etag
    // The browser reports an unreadable file and a network error alike.
    if (status === 0 && !(await isReadable(bytes))) throw new FileGone()
    throw status === 0 ? new Problem('offline', 0) : problemOf(status, parsed(text))
  },

  async complete(environmentId, id, parts, signal) {
    const body = { parts: [...parts] }
    await api('completeUpload', {
      environmentId,
      params: { id },
      body,
      signal,
      timeoutMs: completeTimeoutMs,
    })
  },

  cancel: (environmentId, id) => api('cancelUpload', { environmentId, params: { id } }),
}

async function isReadable(bytes: Blob): Promise<boolean> {
  try {
    await bytes.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
