import { type Covered, combine, writeFec } from './fec-packet.ts'

/** Makes packets of forward error correction (SMPTE 2022-1). */
export interface FecEncoder {
  /** Takes the next packet, and returns payloads to send behind it. */
  push(number: number, packet: Omit<Covered, 'flags'>): FecPayloads
}

export interface FecPayloads {
  readonly columns: readonly Buffer<ArrayBuffer>[]
  readonly rows: readonly Buffer<ArrayBuffer>[]
}

export interface FecMatrix {
  readonly columns: number
  readonly rows: number
  /** Whether rows are protected too, and not only columns. */
  readonly hasRows: boolean
}

/** Columns of a matrix are sent during the next one, so that a burst does not take them with their packets. */
export function createFecEncoder({ columns, rows, hasRows }: FecMatrix): FecEncoder {
  let matrix: Covered[] = []
  let first = 0
  let waiting: Buffer<ArrayBuffer>[] = []

  function lineOf(start: number, step: number, isRow: boolean): Buffer<ArrayBuffer> {
    const count = isRow ? columns : rows
    const packets = Array.from({ length: count }, (_, n) => matrix[start + n * step]).filter(
      (packet) => packet !== undefined,
    )
    return writeFec({ ...combine(packets), base: first + start, step, count, isRow })
  }

  return {
    push(number, packet) {
      if (matrix.length === 0) first = number
      // Packets of Kinora have no flags.
      matrix.push({ ...packet, flags: 0 })
      const at = matrix.length
      const isRowEnd = at % columns === 0
      // One of the last matrix for each `rows` packets.
      const due = at % rows === 0 ? waiting.splice(0, 1) : []
      const row = hasRows && isRowEnd ? [lineOf(at - columns, 1, true)] : []
      if (at === columns * rows) {
        waiting = Array.from({ length: columns }, (_, column) => lineOf(column, columns, false))
        matrix = []
      }
      return { columns: due, rows: row }
    },
  }
}
