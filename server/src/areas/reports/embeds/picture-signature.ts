import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EmbedRow } from '../tables.ts'

/** Signature in the address of an embed's picture, because a picture has no fragment. It is made of the secret, but opens
 * nothing else, and names its embed only. */
export function pictureSignature({ id }: Pick<EmbedRow, 'id'>, secret: string): string {
  return createHmac('sha256', secret).update(`picture ${id}`).digest('base64url')
}

export function isSignatureOf(row: Pick<EmbedRow, 'id'>, secret: string, given: string): boolean {
  const [own, other] = [Buffer.from(pictureSignature(row, secret)), Buffer.from(given)]
  return own.length === other.length && timingSafeEqual(own, other)
}
