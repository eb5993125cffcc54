import { addSeconds } from '../../../platform/clock.ts'
import { type PostResult, post } from '../../../platform/net/post.ts'
import { signedHeaders } from '../../activity/index.ts'
import type { Alerts } from '../alerts.ts'
import type { ChannelRow } from '../tables.ts'
import type { Message } from './compose.ts'
import { chatBody, emailOf } from './formats.ts'
import { sendSms } from './sms.ts'
import { openTarget } from './targets.ts'

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 1024

/** Result of an attempt. `retry`: the answer was lost or the receiver is busy. */
export type Attempt = Result & {
  /** The part of the result that is recorded of an SMS. */
  readonly sms?: { readonly answer: string; readonly accepted: readonly number[] }
}

type Result =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly fault: string }
  | { readonly kind: 'retry'; readonly fault: string; readonly notBefore: Date | null }

interface Sent {
  /** The same in all attempts. */
  readonly id: string
  readonly message: Message
  /** The body for a webhook in place of the message. */
  readonly webhook: object
  /** Positions of the numbers that have got an SMS. */
  readonly accepted: readonly number[]
}

/** Sends a message once. Never throws. */
export async function sendMessage(
  alerts: Alerts,
  channel: ChannelRow,
  { id, message, webhook, accepted: before }: Sent,
): Promise<Attempt> {
  const target = openTarget(alerts.secrets, channel)
  if ('recipients' in target) return sendEmail(alerts, channel, id, target.recipients, message)
  if ('numbers' in target) {
    const { failed, ...sms } = await sendSms(alerts, target, id, message, before)
    return { ...(failed === null ? { kind: 'sent' } : resultOf(failed, alerts.clock.now())), sms }
  }
  const content = channel.kind === 'webhook' ? webhook : bodyOf(channel, message)
  return postTo(alerts, channel, target.url, id, content)
}

function bodyOf({ kind }: ChannelRow, message: Message): object {
  return kind === 'slack' || kind === 'teams' ? chatBody(kind, message) : {}
}

async function sendEmail(
  { mail, config }: Alerts,
  { language }: ChannelRow,
  id: string,
  recipients: readonly string[],
  message: Message,
): Promise<Attempt> {
  const host = hostOf(config.PUBLIC_URL) ?? 'kinora.invalid'
  try {
    await mail.send({
      ...emailOf(language, message),
      to: recipients.join(', '),
      messageId: `<alert.${id}@${host}>`,
    })
    return { kind: 'sent' }
  } catch (error) {
    const fault = error instanceof Error ? error.message : 'the mail server did not accept it'
    return { kind: 'retry', fault: fault.slice(0, 300), notBefore: null }
  }
}

async function postTo(
  { clock, secrets, config }: Alerts,
  { secretEncrypted }: ChannelRow,
  url: string,
  id: string,
  content: object,
): Promise<Attempt> {
  const body = JSON.stringify(content)
  const at = clock.now()
  const signed =
    secretEncrypted === null ? {} : signedHeaders({ id, body, at }, [secrets.decrypt(secretEncrypted)])
  const result = await post(url, {
    body,
    headers: { 'content-type': 'application/json', 'user-agent': 'Kinora/1', ...signed },
    allowed: config,
    timeoutMs: TIMEOUT_MS,
    maxAnswerBytes: MAX_ANSWER_BYTES,
  })
  return resultOf(result, at)
}

function resultOf({ status, headers, fault }: PostResult, at: Date): Result {
  if (status === null) return { kind: 'retry', fault: fault ?? 'no answer', notBefore: null }
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const isBusy = status === 408 || status === 429 || status >= 500
  if (!isBusy) return { kind: 'refused', fault: `status ${status}` }
  return { kind: 'retry', fault: `status ${status}`, notBefore: retryAfter(headers?.['retry-after'], at) }
}

const LONGEST_WAIT_S = 3600

/** RFC 9110, section 10.2.3: seconds or a date. */
function retryAfter(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000
  if (!Number.isFinite(seconds) || seconds <= 0) return null
  return addSeconds(now, Math.min(seconds, LONGEST_WAIT_S))
}

function hostOf(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : null
}
