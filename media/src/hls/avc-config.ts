import { type Box, find, findPath, viewOf, whole } from './boxes.ts'

/** The configuration of an H.264 decoder (avcC, ISO 14496-15 5.3.3.1). */
export interface AvcConfig {
  /** Version, profile, compatibility, level, and size of length fields. */
  readonly head: Uint8Array
  readonly sequenceSets: readonly Uint8Array[]
  readonly pictureSets: readonly Uint8Array[]
  /** Additional fields of high profiles. */
  readonly rest: Uint8Array
}

/** The maximum ID of a parameter set. */
const MAX_SET_ID = 31
const HEAD_BYTES = 5
const LEVEL_AT = 3

/** The configuration of the first H.264 track in a moov box. Null if there is none. */
export function readAvcConfig(moov: Uint8Array): AvcConfig | null {
  const place = placeIn(moov)
  return place === null ? null : parseAvcConfig(moov.subarray(place.config.start, place.config.end))
}

/** An ID that no parameter set of the configuration uses. Null if all are in use. */
export function freeSetId({ sequenceSets, pictureSets }: AvcConfig): number | null {
  // After the NAL unit type, a sequence set starts with profile, constraints and level.
  const ids = [
    ...sequenceSets.map((set) => unsignedAt(set, 4)),
    ...pictureSets.map((set) => unsignedAt(set, 1)),
  ]
  const free = Math.max(...ids) + 1
  return Number.isFinite(free) && free <= MAX_SET_ID ? free : null
}

/** One configuration for the frames of all these, which refer to their parameter sets by ID. The first one sets the
 * profile. */
export function joinAvcConfigs(configs: readonly [AvcConfig, ...AvcConfig[]]): AvcConfig {
  const [{ head, rest }] = configs
  const joined = Uint8Array.from(head)
  joined[LEVEL_AT] = Math.max(...configs.map((config) => config.head[LEVEL_AT] ?? 0))
  return {
    head: joined,
    sequenceSets: distinct(configs.flatMap(({ sequenceSets }) => sequenceSets)),
    pictureSets: distinct(configs.flatMap(({ pictureSets }) => pictureSets)),
    rest,
  }
}

/** The moov box with another configuration of its H.264 track. It can grow, so nothing that it refers to may follow
 * it. Null if the track is missing. */
export function withAvcConfig(moov: Uint8Array, config: AvcConfig): Uint8Array | null {
  const place = placeIn(moov)
  if (place === null) return null
  const written = write(config)
  const { start, end } = place.config
  const growth = written.length - (end - start)
  const result = new Uint8Array(moov.length + growth)
  result.set(moov.subarray(0, start))
  result.set(written, start)
  result.set(moov.subarray(end), start + written.length)
  const data = viewOf(result)
  for (const box of [...place.around, place.config])
    data.setUint32(box.start - 8, data.getUint32(box.start - 8) + growth)
  return result
}

/** Bytes of a sample entry before its boxes. */
const VISUAL_ENTRY_BYTES = 78
/** Version, flags and count of a stsd box. */
const TABLE_HEAD_BYTES = 8

function placeIn(moov: Uint8Array): { config: Box; around: Box[] } | null {
  const data = viewOf(moov)
  const outer = find(data, whole(data), 'moov')
  if (outer === null) return null
  for (let from = outer.start; from < outer.end; ) {
    const trak = find(data, { ...outer, start: from }, 'trak')
    if (trak === null) return null
    from = trak.end
    const around = ['mdia', 'minf', 'stbl', 'stsd'].map((_type, n, path) =>
      findPath(data, trak, path.slice(0, n + 1)),
    )
    const table = around.at(-1)
    const entry = table && find(data, { ...table, start: table.start + TABLE_HEAD_BYTES }, 'avc1')
    const config = entry && find(data, { ...entry, start: entry.start + VISUAL_ENTRY_BYTES }, 'avcC')
    if (config) return { config, around: [outer, trak, ...around.filter((box) => box !== null), entry] }
  }
  return null
}

/** Reads the payload of an avcC box. Null if it is cut off. */
export function parseAvcConfig(bytes: Uint8Array): AvcConfig | null {
  const data = viewOf(bytes)
  let at = HEAD_BYTES
  const sets = (countMask: number): Uint8Array[] | null => {
    if (at >= bytes.length) return null
    const count = data.getUint8(at) & countMask
    at += 1
    const found: Uint8Array[] = []
    for (let n = 0; n < count; n++) {
      if (at + 2 > bytes.length) return null
      const end = at + 2 + data.getUint16(at)
      if (end > bytes.length) return null
      found.push(bytes.slice(at + 2, end))
      at = end
    }
    return found
  }
  const sequenceSets = sets(0x1f)
  const pictureSets = sets(0xff)
  if (sequenceSets === null || pictureSets === null) return null
  return { head: bytes.slice(0, HEAD_BYTES), sequenceSets, pictureSets, rest: bytes.slice(at) }
}

function write({ head, sequenceSets, pictureSets, rest }: AvcConfig): Uint8Array {
  const listed = (sets: readonly Uint8Array[]) =>
    sets.flatMap((set) => [set.length >> 8, set.length & 0xff, ...set])
  return Uint8Array.from([
    ...head,
    0xe0 | sequenceSets.length,
    ...listed(sequenceSets),
    pictureSets.length,
    ...listed(pictureSets),
    ...rest,
  ])
}

function distinct(sets: readonly Uint8Array[]): Uint8Array[] {
  const isSame = (a: Uint8Array, b: Uint8Array) =>
    a.length === b.length && a.every((byte, n) => byte === b[n])
  return sets.filter((set, n) => sets.findIndex((other) => isSame(other, set)) === n)
}

/** An Exp-Golomb number (ITU-T H.264 9.1) of at most 16 bits, which starts at a byte. */
function unsignedAt(set: Uint8Array, at: number): number {
  const bits = [...set.subarray(at, at + 5)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const zeros = bits.indexOf('1')
  return zeros < 0 ? Number.POSITIVE_INFINITY : Number.parseInt(bits.slice(zeros, 2 * zeros + 1), 2) - 1
}
