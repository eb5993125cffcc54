import { channelBody } from '@kinora/contract/alerts/channels'
import type { AlertChannelKind } from '@kinora/contract/alerts/values'
import { issueMessage } from '@kinora/contract/issue-message'
import type { Translate } from '../../../lib/i18n'
import type { Language } from '../../../lib/languages'
import { messageText } from '../../../lib/message-text'

export interface TypedChannel {
  readonly name: string
  readonly kind: AlertChannelKind
  readonly language: Language
  readonly recipients: string[]
  readonly url: string
}

/** Finds the faults in the form of a channel, by field. An existing channel keeps its URL if none is typed. */
export function channelFaults(
  t: Translate,
  { recipients, url, ...typed }: TypedChannel,
  isNew: boolean,
): Partial<Record<'name' | 'recipients' | 'url', string>> {
  const kept = !isNew && url === '' ? 'https://kept.invalid' : url
  const target = typed.kind === 'email' ? { recipients } : { url: kept }
  const parsed = channelBody.safeParse({ ...typed, ...target }, { error: issueMessage })
  if (parsed.success) return {}
  const faults = parsed.error.issues.map(({ path, message }) => [String(path[0]), messageText(t, message)])
  return Object.fromEntries(faults.toReversed())
}
