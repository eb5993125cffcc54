import { alertLimits } from '@kinora/contract'
import { type PostResult, post } from '../../../platform/net/post.ts'
import type { Alerts } from '../alerts.ts'
import type { Message } from './compose.ts'
import type { SmsTarget } from './targets.ts'

const TIMEOUT_MS = 15_000
/** The part of a response that the timeline of an alert shows. */
const SHOWN_ANSWER = 300

interface SmsResult {
  /** Positions of the numbers whose SMS was accepted, also by earlier attempts. */
  readonly accepted: readonly number[]
  readonly answer: string
  /** The first response that was no success. */
  readonly failed: PostResult | null
}

/** Sends an SMS to each number that has none yet, by a request to the provider. */
export async function sendSms(
  { config }: Pick<Alerts, 'config'>,
  { url, numbers, template }: SmsTarget,
  id: string,
  message: Message,
  before: readonly number[],
): Promise<SmsResult> {
  const accepted = [...before]
  const answers: string[] = []
  const text = smsText(message)
  for (const [position, number] of numbers.entries()) {
    if (accepted.includes(position)) continue
    const result = await post(url, {
      body: filledBody(template, { to: number, text, id: `${id}-${position}` }),
      headers: {
        'user-agent': 'Kinora/1',
        ...Object.fromEntries(template.headers.map(({ name, value }) => [name.toLowerCase(), value])),
        'content-type': template.contentType,
        'idempotency-key': `${id}-${position}`,
      },
      allowed: config,
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: SHOWN_ANSWER,
    })
    answers.push(`${result.status ?? result.fault ?? ''} ${result.body ?? ''}`.trim())
    const answer = answers.join('\n').slice(0, SHOWN_ANSWER)
    if (result.status === null || result.status < 200 || result.status >= 300)
      return { accepted, answer, failed: result }
    accepted.push(position)
  }
  return { accepted, answer: answers.join('\n').slice(0, SHOWN_ANSWER), failed: null }
}

/** A message in 160 characters. */
export function smsText({ title, lines }: Pick<Message, 'title' | 'lines'>): string {
  const plain = [title, ...lines].join('. ').replaceAll(/[\u2066-\u2069]/gu, '')
  const characters = Array.from(new Intl.Segmenter().segment(plain), ({ segment }) => segment)
  let text = ''
  for (const character of characters) {
    if (text.length + character.length > alertLimits.smsLength) return cut(characters)
    text += character
  }
  return text
}

function cut(characters: readonly string[]): string {
  let text = ''
  for (const character of characters) {
    if (text.length + character.length + 1 > alertLimits.smsLength) break
    text += character
  }
  return `${text.trimEnd()}…`
}

/** Values cannot change the form of the body. */
function filledBody(
  { contentType, body }: SmsTarget['template'],
  values: Readonly<Record<string, string>>,
): string {
  const escaped =
    contentType === 'application/json'
      ? (text: string) => JSON.stringify(text).slice(1, -1)
      : (text: string) => encodeURIComponent(text)
  return body.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : escaped(value)
  })
}
