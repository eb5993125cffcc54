import { chunksOf, type NewFile } from '../../file-store.ts'
import { UPLOAD_BYTES } from '../limits.ts'
import type { AzureSession } from './azure-session.ts'

/** Most blocks of a blob. */
const MOST_BLOCKS = 50_000

/** Writes a blob in blocks, which appear together. Those of a run that died are dropped by the service after a week.
 * @returns false if there is a blob of that name */
export async function putBlob(session: AzureSession, url: URL, file: NewFile): Promise<boolean> {
  if ((await session.head(url, [404])).statusCode !== 404) return false
  const ids: string[] = []
  for await (const { bytes } of chunksOf(file, Math.max(UPLOAD_BYTES, Math.ceil(file.size / MOST_BLOCKS)))) {
    // All have the same length, as the service wants.
    const id = Buffer.from(String(ids.length).padStart(6, '0')).toString('base64')
    await session.command(withParams(url, { comp: 'block', blockid: id }), { method: 'PUT', body: bytes })
    ids.push(id)
  }
  const list = ids.map((id) => `<Latest>${id}</Latest>`).join('')
  const status = await session.command(withParams(url, { comp: 'blocklist' }), {
    method: 'PUT',
    headers: { 'if-none-match': '*', 'x-ms-blob-content-type': file.type, 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="utf-8"?><BlockList>${list}</BlockList>`,
    accepts: [409],
  })
  return status !== 409
}

function withParams(url: URL, params: Readonly<Record<string, string>>): URL {
  const whole = new URL(url)
  for (const [name, value] of Object.entries(params)) whole.searchParams.set(name, value)
  return whole
}
