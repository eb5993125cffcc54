/** FNV-1a over words of 32 bits: payloads are compared, not protected. */
export function hashPayload(payload: Buffer): number {
  let hash = 0x811c9dc5 ^ payload.length
  for (let at = 0; at + 4 <= payload.length; at += 4)
    hash = Math.imul(hash ^ payload.readInt32LE(at), 0x01000193)
  return hash
}
