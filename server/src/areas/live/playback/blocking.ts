import type { Reach } from '@kinora/media'
import { problem } from '../../../platform/problem.ts'

/** Segment and part that a blocking playlist reload waits for (RFC 8216bis 6.2.5.2). Null if not requested. */
interface Blocking {
  readonly msn: number | null
  readonly part: number | null
}

/** @throws problem request-invalid */
export function readBlocking(query: URLSearchParams): Blocking {
  const [msn, part] = [numberIn(query, '_HLS_msn'), numberIn(query, '_HLS_part')]
  if (part !== null && msn === null) throw problem('request-invalid', { detail: '_HLS_part needs _HLS_msn' })
  return { msn, part }
}

/** @throws problem request-invalid if it is too far ahead */
export function mustWait(reach: Reach): boolean {
  if (reach === 'too-far') throw problem('request-invalid', { detail: '_HLS_msn is too far ahead' })
  return reach === 'not-yet'
}

function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (text === null) return null
  if (!/^\d{1,9}$/.test(text)) throw problem('request-invalid', { detail: `${name} must be a number` })
  return Number(text)
}
