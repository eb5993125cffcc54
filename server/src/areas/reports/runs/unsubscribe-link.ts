import { createHash } from 'node:crypto'
import type { ReportsArea } from '../reports-area.ts'
import type { ReportRef } from '../tables.ts'

/** The content of a link to unsubscribe, encrypted in its address. */
export interface UnsubscribeTicket extends ReportRef {
  readonly kind: 'report-unsubscribe'
  readonly address: string
}

/** The link of a recipient. It is valid as long as the report exists. */
export function unsubscribeUrl(
  { secrets }: Pick<ReportsArea, 'secrets'>,
  origin: string,
  { id, environmentId }: ReportRef,
  address: string,
): string {
  const ticket: UnsubscribeTicket = { kind: 'report-unsubscribe', id, environmentId, address }
  const value = Buffer.from(secrets.encrypt(JSON.stringify(ticket)), 'base64').toString('base64url')
  return `${origin}/data/api/v1/unsubscribe?ticket=${value}`
}

/** Null if this installation did not make the ticket. */
export function readTicket(
  { secrets }: Pick<ReportsArea, 'secrets'>,
  text: string,
): UnsubscribeTicket | null {
  try {
    const value = JSON.parse(secrets.decrypt(Buffer.from(text, 'base64url').toString('base64')))
    return value.kind === 'report-unsubscribe' ? value : null
  } catch {
    return null
  }
}

/** Addresses of people who want no emails are not kept. */
export function addressHash({ id }: Pick<ReportRef, 'id'>, address: string): string {
  return createHash('sha256').update(`${id} ${address.toLowerCase()}`).digest('base64url')
}
