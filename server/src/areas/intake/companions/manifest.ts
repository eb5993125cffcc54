import type { Checksums } from '../tables.ts'
import { readRows } from './rows.ts'

/** A file in a manifest. */
export interface ListedFile extends Checksums {
  /** Below the folder of the manifest. */
  readonly path: string
  readonly size: number | null
}

/** Files of one manifest. */
const MOST_FILES = 10_000

/** Reads a manifest: JSON with a list of files, CSV with a header, or lines as `sha256sum` and `md5sum` write them.
 * @throws an error if it is none of these */
export function manifestFiles(ending: string, text: string): readonly ListedFile[] {
  const files = ending === 'json' ? jsonFiles(text) : ending === 'csv' ? csvFiles(text) : lineFiles(text)
  if (files.length === 0 || files.length > MOST_FILES)
    throw new Error('the manifest has no files, or too many')
  return files
}

function jsonFiles(text: string): ListedFile[] {
  const given: unknown = JSON.parse(text)
  const files: unknown = Array.isArray(given) ? given : (given as { readonly files?: unknown } | null)?.files
  if (!Array.isArray(files)) throw new Error('the manifest has no list of files')
  return files.map((each: unknown) => listedFile(new Map(Object.entries(each ?? {}))))
}

function csvFiles(text: string): ListedFile[] {
  const [head = [], ...rows] = readRows(text)
  return rows.map((cells) => listedFile(new Map(head.map((name, index) => [name, cells[index]]))))
}

const pathNames = ['path', 'name', 'file', 'filename']
const sizeNames = ['size', 'bytes', 'filesize']

/** @throws an error without a name, or without a size and a checksum */
function listedFile(given: ReadonlyMap<string, unknown>): ListedFile {
  const values = new Map(
    [...given].map(([name, value]) => [
      name.toLowerCase().replace(/[^a-z0-9]/g, ''),
      String(value ?? '').trim(),
    ]),
  )
  const first = (names: readonly string[]) => names.map((name) => values.get(name)).find(Boolean)
  const size = first(sizeNames)
  const checksums = ['checksum', 'hash', 'md5', 'sha1', 'sha256'].map((name) => values.get(name))
  return checked({
    path: first(pathNames) ?? '',
    size: size === undefined ? null : Number(size),
    ...checksumsOf(checksums.flatMap((each) => each ?? [])),
  })
}

/** `CHECKSUM  NAME`, `CHECKSUM *NAME` or `SHA256 (NAME) = CHECKSUM`. */
const lineForms = [
  /^(?<sum>[0-9a-f]{32,64})\s+\*?(?<path>\S.*)$/i,
  /^[a-z0-9]+ \((?<path>.+)\) = (?<sum>[0-9a-f]{32,64})$/i,
]
/** Longer lines have no path, and would take long to read. */
const MOST_LINE = 3000

/** Reads `NAME SIZE` from its end. */
function sizedLine(line: string): Partial<Record<string, string>> | undefined {
  const size = /(?<!\d)\d{1,15}$/.exec(line)?.[0]
  if (size === undefined) return undefined
  const end = line.length - size.length
  let nameEnd = end
  while (nameEnd > 0 && /[\s,;]/.test(line[nameEnd - 1] ?? '')) nameEnd -= 1
  return nameEnd === end ? undefined : { path: line.slice(0, nameEnd), size }
}

function lineFiles(text: string): ListedFile[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      if (line.length > MOST_LINE) throw new Error('a line of the manifest is too long')
      const found = lineForms.map((form) => form.exec(line)?.groups).find((groups) => groups !== undefined)
      const { path = '', sum = '', size } = found ?? sizedLine(line) ?? {}
      return checked({ path, size: size === undefined ? null : Number(size), ...checksumsOf([sum]) })
    })
}

function checked(file: ListedFile): ListedFile {
  const { md5, sha1, sha256, size } = file
  const path = file.path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
  const isSized = size !== null && Number.isSafeInteger(size)
  if (path === '' || !(isSized || md5 || sha1 || sha256))
    throw new Error('a file of the manifest is not clear')
  return { ...file, path, size: isSized ? size : null }
}

/** Checksums by the number of their digits. */
function checksumsOf(texts: readonly string[]): Checksums {
  const digits = texts.map((text) => text.toLowerCase().replace(/^(?:md5|sha-?1|sha-?256):/, ''))
  const ofLength = (length: number) =>
    digits.find((text) => text.length === length && /^[0-9a-f]+$/.test(text))
  return { md5: ofLength(32), sha1: ofLength(40), sha256: ofLength(64) }
}
