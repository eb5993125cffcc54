import { StoreFault } from '../file-store.ts'

/** Time for a connection, with the sign-in. */
export const CONNECT_MS = 15_000
/** Time for one answer, such as a page of a list. A transfer may stand still for as long. */
export const ANSWER_MS = 30_000
/** Bytes of one request that writes a part of a file. They are in memory meanwhile. */
export const UPLOAD_BYTES = 16 * 1024 ** 2
/** Entries of all folders that are looked at in one list, also those that are left out. */
export const MOST_ENTRIES = 500_000
/** Folders below the watched one that are listed. */
export const MOST_FOLDERS = 20_000
/** Folders inside each other. A link to a folder above makes an endless path. */
export const MOST_DEPTH = 32

/** Waits for a server for a limited time. @throws StoreFault no-answer, or the reason of the signal */
export function within<T>(work: Promise<T>, signal: AbortSignal, ms = ANSWER_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
    const abort = () => {
      end()
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      end()
      reject(new StoreFault('no-answer', `the server did not answer within ${ms} ms`))
    }, ms)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    work.finally(end).then(resolve, reject)
  })
}
