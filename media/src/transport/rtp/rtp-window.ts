import { combine, type FecPacket } from './fec-packet.ts'
import { payloadIn, type RtpPacket } from './rtp-packet.ts'

/** Puts packets of MPEG-TS over RTP in order, and recovers lost ones by forward error correction. Pure: times come from the caller. */
export interface RtpWindow {
  push(packet: RtpPacket, nowMs: number): void
  pushFec(fec: FecPacket): void
  /** Gives up packets that have been missing for too long. */
  tick(nowMs: number): void
  /** Another stream begins. What waits is delivered. */
  reset(): void
  figures(): RtpFigures
}

export interface RtpFigures {
  /** Packets that were lost, without those that came out of order, and those of them that could not be recovered. */
  readonly lost: number
  readonly unrecovered: number
  /** The matrix of the sender. Null without forward error correction. */
  readonly matrix: { readonly columns: number; readonly rows: number } | null
}

interface Held {
  readonly packet: Pick<RtpPacket, 'type' | 'timestamp' | 'flags' | 'body' | 'payload'>
  readonly cameMs: number
}

/** A row or a column, with the numbers of its first and last packet without wrap. */
interface Line {
  readonly fec: FecPacket
  readonly first: number
  readonly last: number
  /** How many of its packets have not come, and which, if it is one. */
  missing: number
  only: number | null
}

const WRAP = 0x1_0000
const SYNC = 0x47
/** Packets behind a missing one, after which it is given up. */
const MOST_WAITING = 8192
/** Packets that are kept, also to recover others: two matrices of the largest size more. */
const MOST_KEPT = MOST_WAITING + 2048
const MOST_FEC = 256
/** A jump of the numbers by more is another stream, if the next packet follows it (RFC 3550, A.1). */
const JUMP = 1000

/** @param holdMs longest time to wait for a missing packet @param deliver gets the payloads in order, with the time at which each came */
export function createRtpWindow(
  holdMs: number,
  deliver: (payload: Buffer, cameMs: number) => void,
): RtpWindow {
  /** Packets by their number without wrap, also those that were delivered. */
  const packets = new Map<number, Held>()
  const lines = new Set<Line>()
  /** The next number to deliver, and the highest that came. */
  let next: number | null = null
  let highest = 0
  let beyond: number | null = null
  let recovered = 0
  let unrecovered = 0
  let matrix: { columns: number; rows: number } | null = null

  return {
    push(packet, nowMs) {
      if (next === null) begin(packet.sequence)
      const number = nearest(highest, packet.sequence)
      if (Math.abs(number - highest) > JUMP) {
        const isSecond = beyond !== null && packet.sequence === (beyond + 1) % WRAP
        beyond = packet.sequence
        if (!isSecond) return
        reset()
        begin(packet.sequence)
        add(highest, { packet, cameMs: nowMs })
      } else {
        beyond = null
        // Late ones are kept, because they help to recover others.
        if (packets.has(number)) return
        add(number, { packet, cameMs: nowMs })
      }
      drain()
      while (next !== null && highest - next >= MOST_WAITING) skip()
    },
    pushFec(fec) {
      if (next === null || Math.abs(nearest(highest, fec.base) - highest) > JUMP) return
      matrix = fec.isRow
        ? { columns: fec.count, rows: matrix?.rows ?? 0 }
        : { columns: fec.step, rows: fec.count }
      const first = nearest(highest, fec.base)
      const last = first + (fec.count - 1) * fec.step
      endLines()
      if (last < next || isKnown(lines, fec, first)) return
      const missing = numbersOf({ first, fec }).filter((number) => !packets.has(number)).length
      const line = { fec, first, last, missing, only: null }
      lines.add(line)
      const number = missing <= 1 ? recover(line) : null
      const packet = number === null ? undefined : packets.get(number)
      // Other lines have it too.
      if (number !== null && packet !== undefined) add(number, packet)
      drain()
    },
    tick(nowMs) {
      while (hasHole() && nowMs - waitingSinceMs() >= holdMs) skip()
    },
    reset,
    figures: () => ({ lost: recovered + unrecovered, unrecovered, matrix }),
  }

  function begin(sequence: number): void {
    // Never below 0.
    highest = sequence + WRAP
    next = highest
  }

  function reset(): void {
    while (hasHole()) skip()
    packets.clear()
    lines.clear()
    next = null
    beyond = null
    matrix = null
  }

  /** Ends lines of which everything was delivered or given up, and the oldest of too many. */
  function endLines(): void {
    for (const line of lines) if (line.last < (next ?? 0) || lines.size >= MOST_FEC) lines.delete(line)
  }

  function keep(number: number, held: Held): void {
    packets.set(number, held)
    highest = Math.max(highest, number)
    for (const [oldest] of packets) {
      if (packets.size <= MOST_KEPT) break
      packets.delete(oldest)
    }
  }

  /** Whether packets wait behind one that is missing. */
  function hasHole(): boolean {
    return next !== null && highest >= next && !packets.has(next)
  }

  /** When the first packet behind the hole came. */
  function waitingSinceMs(): number {
    for (let number = next ?? 0; number <= highest; number++) {
      const held = packets.get(number)
      if (held !== undefined) return held.cameMs
    }
    return Number.NEGATIVE_INFINITY
  }

  function drain(): void {
    if (next === null) return
    for (let held = packets.get(next); held !== undefined; held = packets.get(next)) {
      next += 1
      deliver(held.packet.payload, held.cameMs)
    }
  }

  /** Gives up what is missing before the next packet that came. */
  function skip(): void {
    for (; next !== null && next <= highest && !packets.has(next); next++) unrecovered += 1
    drain()
  }

  /** Adds a packet, and recovers what can be: a packet that a row has recovered can help a column, and the other way around. */
  function add(number: number, held: Held): void {
    keep(number, held)
    const added = [number]
    for (let each = added.pop(); each !== undefined; each = added.pop()) {
      for (const line of lines) {
        const place = each - line.first
        const isIn = place >= 0 && place <= line.last - line.first && place % line.fec.step === 0
        if (isIn) Object.assign(line, { missing: line.missing - 1, only: null })
        const found = line.missing <= 1 ? recover(line) : null
        if (found !== null) added.push(found)
      }
    }
  }

  /** Recovers the only missing packet of a line, if it was to come already. Lines that cannot help any more end.
   * @returns its number */
  function recover(line: Line): number | null {
    const number = line.only ?? numbersOf(line).find((each) => !packets.has(each))
    line.only = number ?? null
    if (number !== undefined && number > highest) return null
    lines.delete(line)
    // Nothing is missing, or it was given up.
    if (number === undefined || next === null || number < next) return null
    const packet = restore(line, packets)
    if (packet === null) return null
    recovered += 1
    // The time of its neighbor, so that it keeps its place in the course of the stream.
    const cameMs = (packets.get(number - 1) ?? packets.get(number + 1))?.cameMs ?? waitingSinceMs()
    keep(number, { packet, cameMs })
    return number
  }
}

/** The number without wrap that is nearest to the highest. */
function nearest(highest: number, sequence: number): number {
  const difference = (((sequence - highest) % WRAP) + WRAP) % WRAP
  return highest + (difference < WRAP / 2 ? difference : difference - WRAP)
}

function isKnown(lines: ReadonlySet<Line>, { isRow, step, count }: FecPacket, first: number): boolean {
  for (const { fec, first: from } of lines)
    if (from === first && fec.step === step && fec.count === count && fec.isRow === isRow) return true
  return false
}

function numbersOf({ first, fec }: Pick<Line, 'first' | 'fec'>): number[] {
  return Array.from({ length: fec.count }, (_, n) => first + n * fec.step)
}

/** The one packet of a line that is missing. */
function restore(line: Line, packets: ReadonlyMap<number, Held>): Held['packet'] | null {
  const others = numbersOf(line).flatMap((number) => {
    const packet = packets.get(number)?.packet
    return packet === undefined ? [] : [{ ...packet, length: packet.body.length }]
  })
  const { flags, length, type, timestamp, body: all } = combine([line.fec, ...others])
  if (length === 0 || length > all.length) return null
  const body = all.subarray(0, length)
  const payload = payloadIn(flags, body)
  return payload?.[0] === SYNC ? { flags, type, timestamp, body, payload } : null
}
