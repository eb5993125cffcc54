import { bareEtag } from './parts'
import type { PartTarget } from './transport'

/** The connection counts as dead if no byte moves for this long. */
const idleTimeoutMs = 30_000
/** All bytes are sent; storage may take a while to write them. */
const answerTimeoutMs = 120_000

export interface PutAnswer {
  /** 0 without an answer. */
  readonly status: number
  readonly text: string
  readonly etag: string
}

/** PUTs bytes and reports upload progress, which `fetch` cannot. Rejects only with the signal's reason. */
export function putBytes(
  { url, headers }: PartTarget,
  bytes: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<PutAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer = setTimeout(() => request.abort(), idleTimeoutMs)
    const patience = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), ms)
    }
    const giveUp = () => request.abort()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      removeEventListener('offline', giveUp)
      if (signal.aborted) return reject(signal.reason)
      const { status, responseText: text } = request
      resolve({ status, text, etag: bareEtag((status > 0 && request.getResponseHeader('etag')) || '') })
    }
    request.upload.addEventListener('progress', ({ loaded }) => {
      patience(idleTimeoutMs)
      onSent(loaded)
    })
    request.upload.addEventListener('load', () => patience(answerTimeoutMs))
    request.addEventListener('loadend', end)
    signal.addEventListener('abort', giveUp)
    addEventListener('offline', giveUp)

    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.send(bytes)
  })
}
