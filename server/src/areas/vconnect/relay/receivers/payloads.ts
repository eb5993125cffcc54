const PACKET_BYTES = 188
const PAYLOAD_BYTES = 7 * PACKET_BYTES
const NULL_PID = 0x1fff
/** Distance of two payloads that come at once, so that a frame is not sent as one burst. */
const STEP_US = 300
const MOST_AHEAD_US = 100_000

/** Splits a stream of packets into payloads of datagrams. Packets without content are left out. Chunks may end anywhere.
 * @param emit gets the payload and its time in microseconds */
export function createPayloads(
  emit: (payload: Buffer, atUs: number) => void,
): (chunk: Buffer, nowUs: number) => void {
  let rest: Buffer = Buffer.alloc(0)
  let lastUs = 0
  return (chunk, nowUs) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = bytes.length - (bytes.length % PACKET_BYTES)
    rest = bytes.subarray(end)
    const send = (from: number, to: number) => {
      if (from === to) return
      lastUs = Math.min(Math.max(nowUs, lastUs + STEP_US), nowUs + MOST_AHEAD_US)
      emit(bytes.subarray(from, to), lastUs)
    }
    let from = 0
    for (let at = 0; at < end; at += PACKET_BYTES) {
      if (at - from === PAYLOAD_BYTES) {
        send(from, at)
        from = at
      }
      if ((bytes.readUInt16BE(at + 1) & NULL_PID) !== NULL_PID) continue
      send(from, at)
      from = at + PACKET_BYTES
    }
    send(from, end)
  }
}
