import * as z from 'zod'
import { assertFetchable } from '../../../platform/net/fetchable.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { newSigningSecret } from '../../activity/index.ts'
import type { ReportsArea } from '../reports-area.ts'
import type { ReportRow } from '../tables.ts'

const webhook = z.object({ url: z.string(), secret: z.string() })

export interface StoredWebhook {
  readonly columns: Pick<ReportRow, 'webhookHost' | 'webhookEncrypted'>
  /** The signing secret of a new webhook. Null if none was made. */
  readonly secret: string | null
}

/** The webhook of a report as it is stored. Each address gets a secret of its own.
 * @param url null for none. Undefined keeps what is there
 * @throws problem url-not-allowed */
export async function storeWebhook(
  area: ReportsArea,
  url: string | null | undefined,
  before: StoredWebhook['columns'] = { webhookHost: null, webhookEncrypted: null },
): Promise<StoredWebhook> {
  if (url === undefined) {
    const { webhookHost, webhookEncrypted } = before
    return { columns: { webhookHost, webhookEncrypted }, secret: null }
  }
  if (url === null) return { columns: { webhookHost: null, webhookEncrypted: null }, secret: null }
  await assertFetchable(area, url)
  const secret = newSigningSecret()
  const webhookEncrypted = area.secrets.encrypt(JSON.stringify({ url, secret }))
  return { columns: { webhookHost: new URL(url).host, webhookEncrypted }, secret }
}

export function openWebhook(secrets: Secrets, encrypted: string): z.infer<typeof webhook> {
  return webhook.parse(JSON.parse(secrets.decrypt(encrypted)))
}
