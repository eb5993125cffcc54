/** Durations of a frame in ms, by the two lowest bits of the configuration. */
const silk = [10, 20, 40, 60]
const hybrid = [10, 20, 10, 20]
const celt = [2.5, 5, 10, 20]

/** The duration of an Opus packet in seconds, read from its first bytes (RFC 6716, section 3). 0 for an empty one. */
export function opusDurationS(packet: Uint8Array): number {
  const [toc, count = 0] = packet
  if (toc === undefined) return 0
  const config = toc >> 3
  const durations = config < 12 ? silk : config < 16 ? hybrid : celt
  const code = toc & 3
  const frames = code === 0 ? 1 : code < 3 ? 2 : count & 0x3f
  return ((durations[config & 3] ?? 0) * frames) / 1000
}
