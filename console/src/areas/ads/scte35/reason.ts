import { type Scte35Reason, scte35Reasons } from '@kinora/contract/ads/values'
import { Problem } from '../../../lib/problem'

/** Reason for which a message is refused. Null for other errors. */
export function reasonOf(error: unknown): Scte35Reason | null {
  if (!(error instanceof Problem)) return null
  const [fault] = error.errors
  if (error.id === 'request-invalid') return 'too-long'
  return scte35Reasons.find((reason) => reason === fault?.message) ?? null
}
