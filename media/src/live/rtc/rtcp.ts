/** The used RTCP messages of a peer (RFC 3550 6, RFC 4585 6). */
export type RtcpMessage =
  /** Sender report: the wall clock of the sender at one of its timestamps. */
  | {
      readonly type: 'sender-report'
      readonly ssrc: number
      readonly ntpMs: number
      readonly timestamp: number
    }
  | { readonly type: 'lost'; readonly ssrc: number; readonly sequences: readonly number[] }
  | { readonly type: 'key-wanted'; readonly ssrc: number }

const SENDER_REPORT = 200
const RECEIVER_REPORT = 201
const TRANSPORT_FEEDBACK = 205
const PAYLOAD_FEEDBACK = 206
const NACK = 1
const PLI = 1
const FIR = 4
const REMB = 15
/** Seconds from 1900, where NTP begins, to 1970. */
const NTP_OFFSET_S = 2_208_988_800
/** Most lost packets in one message. */
const MAX_LOST = 512

/** Reads the used messages of a compound packet. */
export function readRtcp(bytes: Uint8Array): RtcpMessage[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const messages: RtcpMessage[] = []
  let at = 0
  while (at + 4 <= bytes.length) {
    const end = at + 4 + 4 * view.getUint16(at + 2)
    if (view.getUint8(at) >> 6 !== 2 || end > bytes.length) break
    const message = readMessage(view, at, end)
    if (message !== null) messages.push(message)
    at = end
  }
  return messages
}

function readMessage(view: DataView, at: number, end: number): RtcpMessage | null {
  const type = view.getUint8(at + 1)
  const format = view.getUint8(at) & 0x1f
  if (type === SENDER_REPORT && end - at >= 28) {
    const ntpMs = (view.getUint32(at + 8) - NTP_OFFSET_S + view.getUint32(at + 12) / 2 ** 32) * 1000
    return { type: 'sender-report', ssrc: view.getUint32(at + 4), ntpMs, timestamp: view.getUint32(at + 16) }
  }
  if (end - at < 12) return null
  const ssrc = view.getUint32(at + 8)
  if (type === TRANSPORT_FEEDBACK && format === NACK)
    return { type: 'lost', ssrc, sequences: lostIn(view, at, end) }
  if (type === PAYLOAD_FEEDBACK && format === PLI) return { type: 'key-wanted', ssrc }
  if (type === PAYLOAD_FEEDBACK && format === FIR && end - at >= 20)
    return { type: 'key-wanted', ssrc: view.getUint32(at + 12) }
  return null
}

function lostIn(view: DataView, at: number, end: number): number[] {
  const sequences: number[] = []
  for (let item = at + 12; item + 4 <= end && sequences.length < MAX_LOST; item += 4) {
    const first = view.getUint16(item)
    const others = view.getUint16(item + 2)
    sequences.push(first)
    for (let bit = 0; bit < 16; bit++) if (others & (1 << bit)) sequences.push((first + bit + 1) & 0xffff)
  }
  return sequences
}

/** Receiver report for one source (RFC 3550 6.4.2). @param highest extended sequence number
 * @param lastReport the middle 32 bits of the NTP time of its last sender report; 0 without one */
export function receiverReport(facts: {
  readonly ssrc: number
  readonly fractionLost: number
  readonly lost: number
  readonly highest: number
  readonly lastReport: number
  readonly sinceLastReportS: number
}): Uint8Array {
  const lost = Math.min(0x7fffff, Math.max(0, facts.lost))
  return packet(RECEIVER_REPORT, 1, [
    0,
    facts.ssrc,
    ((facts.fractionLost & 0xff) << 24) | lost,
    facts.highest,
    0,
    facts.lastReport,
    Math.round(facts.sinceLastReportS * 65_536),
  ])
}

/** The middle 32 bits of an NTP time. */
export function shortNtp(ntpMs: number): number {
  return Math.round((ntpMs / 1000 + NTP_OFFSET_S) * 65_536) % 2 ** 32
}

/** Sender report without report blocks (RFC 3550 6.4.1). */
export function senderReport(facts: {
  readonly ssrc: number
  readonly ntpMs: number
  readonly timestamp: number
  readonly packets: number
  readonly bytes: number
}): Uint8Array {
  const seconds = facts.ntpMs / 1000 + NTP_OFFSET_S
  const fraction = Math.floor((seconds % 1) * 2 ** 32)
  return packet(SENDER_REPORT, 0, [
    facts.ssrc,
    Math.floor(seconds),
    fraction,
    facts.timestamp,
    facts.packets,
    facts.bytes,
  ])
}

export function keyRequest(ssrc: number): Uint8Array {
  return packet(PAYLOAD_FEEDBACK, PLI, [0, ssrc])
}

/** Generic NACK: requests packets again (RFC 4585 6.2.1). */
export function lossReport(ssrc: number, sequences: readonly number[]): Uint8Array {
  return packet(TRANSPORT_FEEDBACK, NACK, [0, ssrc, ...sequences.map((sequence) => sequence << 16)])
}

/** Bitrate limit for the sender (draft-alvestrand-rmcat-remb). */
export function bitrateReport(ssrc: number, bitsPerS: number): Uint8Array {
  const exponent = Math.max(0, Math.ceil(Math.log2(bitsPerS / 2 ** 18)))
  const mantissa = Math.floor(bitsPerS / 2 ** exponent)
  const name = 0x52454d42 // REMB
  return packet(PAYLOAD_FEEDBACK, REMB, [0, 0, name, (1 << 24) | (exponent << 18) | mantissa, ssrc])
}

function packet(type: number, format: number, words: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 + 4 * words.length)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, 0x80 | format)
  view.setUint8(1, type)
  view.setUint16(2, words.length)
  for (const [n, word] of words.entries()) view.setUint32(4 + 4 * n, word >>> 0)
  return bytes
}
