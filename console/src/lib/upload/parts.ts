import type { Upload } from '@kinora/contract'

/** How a file is split: all parts but the last have `partSize` bytes. Part numbers start at 1. */
export type Cut = Pick<Upload, 'fileSize' | 'partSize' | 'partCount'>

/** First byte of a part, and the byte after its last. */
export function partRange({ fileSize, partSize }: Cut, partNumber: number): [start: number, end: number] {
  const start = (partNumber - 1) * partSize
  return [start, Math.min(fileSize, start + partSize)]
}

export function partLength(cut: Cut, partNumber: number): number {
  const [start, end] = partRange(cut, partNumber)
  return end - start
}

/** Numbers of the parts to send, in order. */
export function missingParts({ partCount }: Cut, have: ReadonlyMap<number, unknown>): number[] {
  return Array.from({ length: partCount }, (_, at) => at + 1).filter((partNumber) => !have.has(partNumber))
}

/** Total size of these parts in bytes. */
export function bytesIn(cut: Cut, partNumbers: Iterable<number>): number {
  let bytes = 0
  for (const partNumber of partNumbers) bytes += partLength(cut, partNumber)
  return bytes
}

/** ETags of completely uploaded parts by number. A part of the wrong length counts as missing. */
export function wholeParts(upload: Upload): Map<number, string> {
  const whole = upload.parts.filter(({ partNumber, size }) => size === partLength(upload, partNumber))
  return new Map(whole.map(({ partNumber, etag }) => [partNumber, bareEtag(etag)]))
}

/** An ETag without its HTTP quotes (RFC 9110, section 8.8.3). */
export function bareEtag(etag: string): string {
  return etag.replaceAll('"', '')
}
