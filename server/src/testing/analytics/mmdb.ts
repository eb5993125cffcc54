/** Writes an MMDB file (https://maxmind.github.io/MaxMind-DB) of IPv4 networks.
 * @param networks records by network, such as `203.0.113.0/24` */
export function mmdbOf(networks: Readonly<Record<string, object>>): Buffer {
  const records = Object.values(networks)
  const encoded = records.map(encode)
  const nodes: (number | { readonly record: number } | null)[][] = [[null, null]]
  for (const [n, network] of Object.keys(networks).entries()) {
    const bits = bitsOf(network)
    let node = 0
    for (const [depth, bit] of bits.entries()) {
      const entries = nodes[node] ?? []
      if (depth === bits.length - 1) entries[bit] = { record: n }
      else {
        if (typeof entries[bit] !== 'number') entries[bit] = nodes.push([null, null]) - 1
        node = Number(entries[bit])
      }
    }
  }
  const offsets = encoded.map((_, n) => encoded.slice(0, n).reduce((sum, { length }) => sum + length, 0))
  const tree = Buffer.alloc(nodes.length * 8)
  for (const [n, entries] of nodes.entries()) {
    for (const [bit, entry] of entries.entries()) {
      const value =
        entry === null
          ? nodes.length
          : typeof entry === 'number'
            ? entry
            : nodes.length + SEPARATOR + (offsets[entry.record] ?? 0)
      tree.writeUInt32BE(value, n * 8 + bit * 4)
    }
  }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 0,
    database_type: 'Test',
    description: {},
    ip_version: 4,
    languages: [],
    node_count: nodes.length,
    record_size: 32,
  })
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  return Buffer.concat([tree, Buffer.alloc(SEPARATOR), ...encoded, marker, metadata])
}

/** Length of the zeros between tree and data. */
const SEPARATOR = 16
const [TEXT, UINT32, MAP, ARRAY] = [2, 6, 7, 11]

function encode(value: unknown): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([head(TEXT, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([head(UINT32, 4), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([head(ARRAY, value.length), ...value.map(encode)])
  const entries = Object.entries(value as object)
  return Buffer.concat([head(MAP, entries.length), ...entries.flat().map(encode)])
}

function head(type: number, size: number): Buffer {
  if (size > 28) return Buffer.from([(type << 5) | 29, size - 29])
  return type > 7 ? Buffer.from([size, type - 7]) : Buffer.from([(type << 5) | size])
}

function bitsOf(network: string): number[] {
  const [address = '', length] = network.split('/')
  const bits = address.split('.').flatMap((byte) => [...Number(byte).toString(2).padStart(8, '0')])
  return bits.slice(0, Number(length)).map(Number)
}
