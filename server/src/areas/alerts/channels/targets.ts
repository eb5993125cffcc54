import type { AlertChannelKind } from '@kinora/contract'
import { z } from 'zod'
import type { Secrets } from '../../../platform/secrets.ts'
import type { ChannelRow } from '../tables.ts'

const smsTarget = z.object({
  url: z.string(),
  numbers: z.array(z.string()),
  template: z.object({
    contentType: z.string(),
    body: z.string(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
})
export type SmsTarget = z.infer<typeof smsTarget>

/** Recipients, an SMS provider or a URL, as they are encrypted in a channel. */
const channelTarget = z.union([
  z.object({ recipients: z.array(z.string()) }),
  smsTarget,
  z.object({ url: z.string() }),
])
export type ChannelTarget = z.infer<typeof channelTarget>

interface Given {
  readonly kind: AlertChannelKind
  readonly recipients?: string[] | undefined
  readonly url?: string | undefined
  readonly numbers?: string[] | undefined
  readonly template?: SmsTarget['template'] | undefined
}

/** The target of a channel. The contract requires the fields of its kind. */
export function newTarget({ kind, recipients = [], url = '', numbers = [], template }: Given): ChannelTarget {
  if (kind === 'email') return { recipients }
  if (kind === 'sms' && template !== undefined) return { url, numbers: [...new Set(numbers)], template }
  return { url }
}

export function openTarget(
  secrets: Pick<Secrets, 'decrypt'>,
  { targetEncrypted }: Pick<ChannelRow, 'targetEncrypted'>,
): ChannelTarget {
  return channelTarget.parse(JSON.parse(secrets.decrypt(targetEncrypted)))
}

/** The part of a target that people may see. */
export function shownTarget(target: ChannelTarget): string {
  if ('recipients' in target) return target.recipients.join(', ')
  return 'numbers' in target ? target.numbers.join(', ') : new URL(target.url).host
}
