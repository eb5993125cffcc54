import { createHmac, timingSafeEqual } from 'node:crypto'

/** Content of a signed URL for one part of an upload. */
export interface PartGrant {
  readonly key: string
  readonly multipartId: string
  readonly partNumber: number
  /** Exact number of bytes. */
  readonly size: number
  /** Unix seconds. */
  readonly expires: number
  /** Text of the creator of the URL. */
  readonly holder?: string
}

export const partPath = '/storage/part'

/** A URL that allows one PUT of one part, and nothing else, until it expires. */
export function signPartUrl(grant: PartGrant, secret: string): string {
  const payload = Buffer.from(JSON.stringify(grant)).toString('base64url')
  return `${partPath}?grant=${payload}&signature=${signature(payload, secret)}`
}

/** The grant, or null if the signature is invalid or expired. */
export function openPartUrl(payload: string, given: string, secret: string, now: Date): PartGrant | null {
  const expected = Buffer.from(signature(payload, secret))
  const actual = Buffer.from(given)
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null
  const grant = JSON.parse(Buffer.from(payload, 'base64url').toString()) as PartGrant
  return grant.expires * 1000 > now.getTime() ? grant : null
}

function signature(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(payload).digest('base64url')
}
