import type { SourceFault } from '../source.ts'

/** A tag without a frame or configuration, or with media that cannot be taken. */
export type FlvNothing =
  | { readonly type: 'ignored' }
  | { readonly type: 'not-supported'; readonly fault: SourceFault }

export const FLV_IGNORED: FlvNothing = { type: 'ignored' }

/** @param codec its name, or a FourCC as sent */
export function unsupportedCodec(codec: string): FlvNothing {
  const detail = codec.replace(/[^\x20-\x7e]/g, '?')
  return { type: 'not-supported', fault: { reason: 'codec-not-supported', detail } }
}

export function fourCcAt(body: Uint8Array, at: number): string {
  return String.fromCharCode(...body.subarray(at, at + 4))
}

/** Skips the modifiers of an enhanced tag, which only refine the time to nanoseconds (Enhanced RTMP, version 2,
 * "ModEx"). Returns the packet type after them, and the position where the tag continues. */
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
