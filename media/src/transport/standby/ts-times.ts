/** Times of transport streams are counters of 33 bits at 90 kHz, which wrap. */
export const TIME_RANGE = 2 ** 33

/** The time in the range. */
export function wrapTime(ticks: number): number {
  return ((Math.round(ticks) % TIME_RANGE) + TIME_RANGE) % TIME_RANGE
}

/** A difference of two times in the nearer direction. */
export function timeBetween(from: number, to: number): number {
  const forward = wrapTime(to - from)
  return forward < TIME_RANGE / 2 ? forward : forward - TIME_RANGE
}

/** A presentation or decoding time of a PES packet (ISO 13818-1 2.4.3.7). */
export function readTime(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = bytes.subarray(at, at + 5)
  return ((a >> 1) & 7) * 2 ** 30 + b * 2 ** 22 + (c >> 1) * 2 ** 15 + d * 2 ** 7 + (e >> 1)
}

export function writeTime(bytes: Uint8Array, at: number, ticks: number): void {
  const first = bytes[at] ?? 0
  bytes[at] = (first & 0xf1) | ((Math.floor(ticks / 2 ** 30) & 7) << 1)
  bytes[at + 1] = Math.floor(ticks / 2 ** 22) & 0xff
  bytes[at + 2] = ((Math.floor(ticks / 2 ** 15) & 0x7f) << 1) | 1
  bytes[at + 3] = Math.floor(ticks / 2 ** 7) & 0xff
  bytes[at + 4] = ((ticks & 0x7f) << 1) | 1
}

/** The place of the clock reference in a packet. Null without one (2.4.3.4). */
function clockAt(packet: Uint8Array): number | null {
  const [, , , fourth = 0, length = 0, flags = 0] = packet
  return (fourth & 0x20) !== 0 && length >= 7 && (flags & 0x10) !== 0 ? 6 : null
}

/** The clock reference of a packet in ticks of 90 kHz. */
export function readClock(packet: Uint8Array): number | null {
  const at = clockAt(packet)
  if (at === null) return null
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = packet.subarray(at, at + 5)
  return (a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d) * 2 + (e >> 7)
}

/** Moves the clock reference of a packet, if it has one. */
export function moveClock(packet: Uint8Array, ticks: number): void {
  const at = clockAt(packet)
  const before = readClock(packet)
  if (at === null || before === null) return
  const base = wrapTime(before + ticks)
  packet[at] = Math.floor(base / 2 ** 25) & 0xff
  packet[at + 1] = Math.floor(base / 2 ** 17) & 0xff
  packet[at + 2] = Math.floor(base / 2 ** 9) & 0xff
  packet[at + 3] = Math.floor(base / 2) & 0xff
  packet[at + 4] = ((base % 2) << 7) | ((packet[at + 4] ?? 0) & 0x7f)
}

/** The times in the header of a PES packet. Null without them. */
export function pesTimes(payload: Uint8Array): { readonly pts: number; readonly dts: number | null } | null {
  const isPes = payload[0] === 0 && payload[1] === 0 && payload[2] === 1
  const flags = payload[7] ?? 0
  // Headers of streams such as padding have no flags.
  if (!isPes || ((payload[6] ?? 0) & 0xc0) !== 0x80 || (flags & 0x80) === 0 || payload.length < PTS_AT + 5)
    return null
  const hasDts = (flags & 0x40) !== 0 && payload.length >= DTS_AT + 5
  return { pts: readTime(payload, PTS_AT), dts: hasDts ? readTime(payload, DTS_AT) : null }
}

/** Moves the times in the header of a PES packet. */
export function moveTimes(payload: Uint8Array, ticks: number): void {
  const times = pesTimes(payload)
  if (times === null) return
  writeTime(payload, PTS_AT, wrapTime(times.pts + ticks))
  if (times.dts !== null) writeTime(payload, DTS_AT, wrapTime(times.dts + ticks))
}

const PTS_AT = 9
const DTS_AT = 14
