import { chunksOf, type NewFile, StoreFault } from '../../file-store.ts'
import { UPLOAD_BYTES } from '../limits.ts'
import type { GcsSession } from './gcs-session.ts'

/** Writes an object in the parts of a resumable upload. It appears when it is whole.
 * @returns false if there is an object of that name */
export async function putObject(session: GcsSession, name: string, file: NewFile): Promise<boolean> {
  const { size, type } = file
  const url = session.uploadUrl(name, 'resumable', { ifGenerationMatch: '0' })
  const headers = { 'x-upload-content-type': type, 'x-upload-content-length': String(size) }
  // 412: the condition fails at the start, or at the end if another object came meanwhile.
  const started = await session.send(url, { method: 'POST', headers, accepts: [412] })
  started.resume()
  if (started.statusCode === 412) return false
  const upload = uploadOf(url, started.headers.location)
  for await (const { start, bytes } of chunksOf(file, UPLOAD_BYTES)) {
    const end = start + bytes.length
    const answer = await session.send(upload, {
      method: 'PUT',
      headers: { 'content-range': `bytes ${start}-${end - 1}/${size}` },
      body: bytes,
      accepts: [308, 412],
    })
    answer.resume()
    if (answer.statusCode === 412) return false
    const isGoingOn = answer.statusCode === 308
    // A service may keep less than it was sent. Then the next attempt begins again.
    if (isGoingOn && answer.headers.range !== `bytes=0-${end - 1}`)
      throw new StoreFault('no-answer', 'the service did not keep a part')
    if (isGoingOn !== end < size) throw new StoreFault('protocol', 'the upload ended too early or not at all')
  }
  return true
}

/** The address of an upload. The token must not go to another server. */
function uploadOf({ href, origin }: URL, location: string | undefined): URL {
  if (location === undefined || !URL.canParse(location, href) || new URL(location, href).origin !== origin)
    throw new StoreFault('protocol', 'the service does not say where the upload goes')
  return new URL(location, href)
}
