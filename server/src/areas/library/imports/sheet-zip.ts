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
const END64 = 0x06064b50
const LOCATOR64 = 0x07064b50
const END_BYTES = 22
const LOCATOR64_BYTES = 20
/** Value of a field of 32 bits that stands in the extra field of ZIP64. */
const ELSEWHERE = 0xffffffff
const EXTRA64 = 1
const MAX_COMMENT_BYTES = 0xffff
const STORED = 0
const DEFLATED = 8

/**
 * The wanted entries of a ZIP archive (APPNOTE.TXT 4.3). Refuses duplicate names, encryption and split archives.
 * @throws ZipRefused
 */
export function readZip(file: Buffer, wanted: (name: string) => boolean, limits: ZipLimits): ZipEntry[] {
  const end = findEnd(file)
  const { count, start } = directoryOf(file, end)
  if (count > limits.entries) throw new ZipRefused('too many entries')
  const entries = new Map<string, Buffer>()
  let left = limits.inflatedBytes
  let at = start
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

/** The number of entries and the start of the directory. Some programs write both for ZIP64 into small files too. */
function directoryOf(file: Buffer, end: number): { count: number; start: number } {
  const locator = end - LOCATOR64_BYTES
  if (locator < 0 || file.readUInt32LE(locator) !== LOCATOR64)
    return { count: file.readUInt16LE(end + 10), start: file.readUInt32LE(end + 16) }
  const end64 = readUInt64(file, locator + 8)
  if (end64 + 56 > end || file.readUInt32LE(end64) !== END64) throw new ZipRefused('a missing directory')
  return { count: readUInt64(file, end64 + 32), start: readUInt64(file, end64 + 48) }
}

/** Packed size and position of an entry. */
function locate(file: Buffer, entry: number): { packedBytes: number; local: number } {
  const fields = [24, 20, 42].map((offset) => file.readUInt32LE(entry + offset))
  const extra = extra64(file, entry)
  let at = 0
  const [, packedBytes = 0, local = 0] = fields.map((value) => {
    if (value !== ELSEWHERE) return value
    if (at + 8 > extra.length) throw new ZipRefused('a missing size')
    at += 8
    return readUInt64(extra, at - 8)
  })
  return { packedBytes, local }
}

/** The fields of an entry that stand in the extra field of ZIP64 (4.5.3). */
function extra64(file: Buffer, entry: number): Buffer {
  let at = entry + 46 + file.readUInt16LE(entry + 28)
  const end = Math.min(file.length, at + file.readUInt16LE(entry + 30))
  while (at + 4 <= end) {
    const [id, bytes] = [file.readUInt16LE(at), file.readUInt16LE(at + 2)]
    if (id === EXTRA64) return file.subarray(at + 4, Math.min(end, at + 4 + bytes))
    at += 4 + bytes
  }
  return Buffer.alloc(0)
}

/** A position or size, which for a larger number is behind the end of every file. */
function readUInt64(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at))
}

function readBody(file: Buffer, entry: number, mostBytes: number): Buffer {
  const method = file.readUInt16LE(entry + 10)
  const { packedBytes, local } = locate(file, entry)
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
