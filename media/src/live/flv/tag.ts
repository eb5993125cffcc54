/** A tag without a frame or configuration for us, or one in a codec that we do not take. */
export type FlvNothing = { readonly type: 'ignored' } | { readonly type: 'not-supported' }

export const FLV_IGNORED: FlvNothing = { type: 'ignored' }
export const FLV_UNSUPPORTED: FlvNothing = { type: 'not-supported' }

export function fourCcAt(body: Uint8Array, at: number): string {
  return String.fromCharCode(...body.subarray(at, at + 4))
}

/** The packet type behind the modifiers of an enhanced tag, and where the tag continues (Enhanced RTMP, version 2,
 * "ModEx"). They only refine the time to nanoseconds. */
export function skipModifiers(body: Uint8Array, modifierType: number): { packetType: number; at: number } {
  let at = 1
  let packetType = modifierType
  while (packetType === modifierType && at < body.length) {
    let size = (body[at] ?? 0) + 1
    at += 1
    if (size === 256) {
      size = ((body[at] ?? 0) << 8) + (body[at + 1] ?? 0) + 1
      at += 2
    }
    at += size
    packetType = (body[at] ?? 0) & 0x0f
    at += 1
  }
  return { packetType, at }
}
