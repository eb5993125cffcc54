import { crc32, inflateRawSync } from 'node:zlib'

/** The file is not a ZIP archive, or cannot be unpacked. */
export class ZipRefused extends Error {
  override readonly name = 'ZipRefused'
}

export interface ZipLimits {
  readonly entries: number
  /** Limit of all entries together, counted while unpacking because the sizes in the file may be wrong. */
  readonly inflatedBytes: number
}

export interface ZipEntry {
  readonly name: string
  readonly body: Buffer
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
const STORED = 0
const DEFLATED = 8

/**
 * The wanted entries of a ZIP archive (APPNOTE.TXT 4.3). Refuses duplicate names, encryption, split archives and ZIP64,
 * which no spreadsheet within the limits needs.
 * @throws ZipRefused
 */
export function readZip(file: Buffer, wanted: (name: string) => boolean, limits: ZipLimits): ZipEntry[] {
  const end = findEnd(file)
  const count = file.readUInt16LE(end + 10)
  if (count > limits.entries) throw new ZipRefused('too many entries')
  const entries = new Map<string, Buffer>()
  let left = limits.inflatedBytes
  let at = file.readUInt32LE(end + 16)
  for (let n = 0; n < count; n++) {
    if (at + 46 > end || file.readUInt32LE(at) !== ENTRY) throw new ZipRefused('a truncated directory')
    const nameBytes = file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + 46, at + 46 + nameBytes).replaceAll('\\', '/')
    if (wanted(name)) {
      const body = readBody(file, at, left)
      if (entries.has(name.toLowerCase())) throw new ZipRefused('a duplicate name')
      entries.set(name.toLowerCase(), body)
      left -= body.length
    }
    at += 46 + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return [...entries].map(([name, body]) => ({ name, body }))
}

function findEnd(file: Buffer): number {
  const first = Math.max(0, file.length - END_BYTES - MAX_COMMENT_BYTES)
  for (let at = file.length - END_BYTES; at >= first; at--) if (file.readUInt32LE(at) === END) return at
  throw new ZipRefused('no central directory')
}

function readBody(file: Buffer, entry: number, mostBytes: number): Buffer {
  const method = file.readUInt16LE(entry + 10)
  const packedBytes = file.readUInt32LE(entry + 20)
  const local = file.readUInt32LE(entry + 42)
  const isEncrypted = (file.readUInt16LE(entry + 8) & 1) === 1
  if (isEncrypted || local + 30 > file.length || file.readUInt32LE(local) !== LOCAL)
    throw new ZipRefused('an encrypted or missing entry')
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
  if (start + packedBytes > file.length) throw new ZipRefused('a truncated entry')
  const packed = file.subarray(start, start + packedBytes)
  if (method === STORED && packedBytes <= mostBytes) return packed
  if (method !== DEFLATED || mostBytes <= 0) throw new ZipRefused('an unsupported or too large entry')
  try {
    return inflateRawSync(packed, { maxOutputLength: mostBytes })
  } catch (cause) {
    throw new ZipRefused('an entry that does not inflate within the limit', { cause })
  }
}

/** Packs the entries uncompressed, so that the reader has nothing to inflate. */
export function storedZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, body } of entries) {
    const nameBytes = Buffer.from(name)
    // Version 2.0, names in UTF-8, stored, 1 January 1980.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(0x21, 8)
    common.writeUInt32LE(crc32(body), 10)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(body.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    locals.push(uint32(LOCAL), common, nameBytes, body)
    const location = Buffer.alloc(14)
    location.writeUInt32LE(at, 10)
    directory.push(uint32(ENTRY), Buffer.from([20, 0]), common, location, nameBytes)
    at += 30 + nameBytes.length + body.length
  }
  const head = Buffer.concat(directory)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(head.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, head, end])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
