import { channelBody } from '@kinora/contract/alerts/channels'
import type { AlertChannelKind, smsContentTypes } from '@kinora/contract/alerts/values'
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
  readonly numbers: string[]
  readonly contentType: (typeof smsContentTypes)[number]
  readonly body: string
  /** One in a line. */
  readonly headers: string
}

export type ChannelFaults = Partial<Record<'name' | 'recipients' | 'url' | 'numbers' | 'template', string>>

/** The target of a channel as a request. Secret parts that were not typed again are left out, which keeps them. */
export function targetOf({ kind, recipients, url, numbers, ...request }: TypedChannel) {
  const address = url === '' ? {} : { url }
  if (kind === 'email') return { recipients }
  if (kind !== 'sms') return address
  const { contentType, body, headers } = request
  const template = body === '' ? {} : { template: { contentType, body, headers: headersIn(headers) } }
  return { ...address, numbers, ...template }
}

function headersIn(text: string): { name: string; value: string }[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [name = '', ...value] = line.split(':')
    return { name: name.trim(), value: value.join(':').trim() }
  })
}

const kept = {
  url: 'https://kept.invalid',
  template: { contentType: 'application/json', body: '{{to}}{{text}}', headers: [] },
} as const

/** Finds the faults in the form of a channel, by field. An existing channel keeps its secrets if none are typed. */
export function channelFaults(t: Translate, typed: TypedChannel, isNew: boolean): ChannelFaults {
  const { name, kind, language } = typed
  const given = { name, kind, language, ...(!isNew && kept), ...targetOf(typed) }
  const parsed = channelBody.safeParse(given, { error: issueMessage })
  if (parsed.success) return {}
  const faults = parsed.error.issues.map(({ path, message }) => [String(path[0]), messageText(t, message)])
  return Object.fromEntries(faults.toReversed())
}
