import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'

type Decode = (bytes: Uint8Array, options: ZlibOptions) => Promise<Buffer>

const [gzip, deflate, raw, brotli] = [gunzip, inflate, inflateRaw, brotliDecompress].map((decode) =>
  promisify<Uint8Array, ZlibOptions, Buffer>(decode),
) as [Decode, Decode, Decode, Decode]

/** Decoders by the name of their content coding. */
const decoders: ReadonlyMap<string, Decode> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['br', brotli],
  // Some servers send it without the header of zlib (RFC 9110, 8.4.1.2).
  ['deflate', (bytes, options) => deflate(bytes, options).catch((error) => orRaw(error, bytes, options))],
])
/** Codings of one body. A server needs one. */
const MAX_CODINGS = 3

/**
 * Decodes a body by its `Content-Encoding`. A body that is named gzip and is not stays as it is.
 * @param mostBytes limit after each step @returns null if it cannot be decoded
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string,
  mostBytes: number,
): Promise<Buffer | 'too-large' | null> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (codings.length > MAX_CODINGS) return null
  let decoded = body
  for (const coding of codings.toReversed()) {
    const decode = decoders.get(coding)
    if (decode === undefined) return null
    if (decoded.length === 0 || (decode === gzip && !isGzip(decoded))) continue
    try {
      decoded = await decode(decoded, { maxOutputLength: mostBytes })
    } catch (error) {
      return isTooLarge(error) ? 'too-large' : null
    }
  }
  return decoded
}

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}

function orRaw(error: unknown, bytes: Uint8Array, options: ZlibOptions): Promise<Buffer> {
  if (isTooLarge(error)) throw error
  return raw(bytes, options)
}
