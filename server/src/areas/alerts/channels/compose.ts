import { type AlertChangeKind, type AlertUnit, type Language, thresholdUnit } from '@kinora/contract'
import type { ChangeRow, IncidentRow } from '../tables.ts'
import { type MessageTexts, messageTexts } from './texts.ts'

const locales: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  hi: 'hi-IN',
  ar: 'ar-AE-u-nu-latn',
  te: 'te-IN',
}

/** A message in the language of its channel. */
export interface Message {
  readonly title: string
  readonly lines: readonly string[]
  /** Null without a known address of the console. */
  readonly link: { readonly label: string; readonly url: string } | null
  readonly footer: string
  readonly isResolved: boolean
  readonly isCritical: boolean
}

/** A subject of a message. */
interface Reported {
  readonly change: Pick<ChangeRow, 'kind' | 'value'>
  readonly incident: IncidentRow
}

/** Alerts that a message names. */
const NAMED = 10

/** The message about changes of the same kind of incidents of one rule.
 * @param origin the address of the console */
export function composeMessage(
  language: Language,
  changes: readonly [Reported, ...Reported[]],
  { environmentName, origin }: { readonly environmentName: string; readonly origin: string | null },
): Message {
  const texts = messageTexts[language]
  const [{ change, incident }] = changes
  const { kind, value } = change
  const isOne = changes.length === 1
  const { id, environmentId, ruleName, label, severity, metric, condition, threshold, openedAt, resolvedAt } =
    incident
  const single = label === '' ? ruleName : `${ruleName}: ${label}`
  const name = isOne ? isolated(single) : `${isolated(ruleName)} (${changes.length})`
  const amount = (n: number) => formatted(language, texts, thresholdUnit(metric, condition), n)
  const at = (date: Date) =>
    new Intl.DateTimeFormat(locales[language], {
      dateStyle: 'medium',
      timeStyle: 'medium',
      timeZone: 'UTC',
    }).format(date)
  const lines = isOne
    ? [
        ...(value === null ? [] : [filled(texts.value, { value: amount(value) })]),
        resolvedAt !== null && kind === 'resolved'
          ? filled(texts.lasted, { at: at(openedAt), end: `${at(resolvedAt)} UTC` })
          : filled(texts.since, { at: `${at(openedAt)} UTC` }),
      ]
    : [
        ...changes
          .slice(0, NAMED)
          .map((each) =>
            each.change.value === null
              ? isolated(each.incident.label)
              : `${isolated(each.incident.label)}: ${amount(each.change.value)}`,
          ),
        ...(changes.length > NAMED ? [filled(texts.more, { n: `${changes.length - NAMED}` })] : []),
      ]
  return {
    title: filled(titleOf(texts, kind), { name }),
    lines: [
      `${texts[severity]}: ${filled(texts.conditions[condition], { metric: texts.metrics[metric], threshold: amount(threshold) })}`,
      ...lines,
    ],
    link:
      origin === null
        ? null
        : {
            label: isOne ? texts.open : texts.openAll,
            url: `${origin}/${environmentId}/alerts${isOne ? `/incidents/${id}` : ''}`,
          },
    footer: filled(texts.footer, { environment: isolated(environmentName) }),
    isResolved: kind === 'resolved',
    isCritical: severity === 'critical',
  }
}

function titleOf(texts: MessageTexts, kind: AlertChangeKind): string {
  switch (kind) {
    case 'resolved':
    case 'reminded':
    case 'escalated':
      return texts[kind]
    default:
      return texts.opened
  }
}

/** A message that tests a channel. */
export function testMessage(language: Language, channelName: string, environmentName: string): Message {
  const texts = messageTexts[language]
  return {
    title: filled(texts.test, { name: isolated(channelName) }),
    lines: [texts.testLine],
    link: null,
    footer: filled(texts.footer, { environment: isolated(environmentName) }),
    isResolved: true,
    isCritical: false,
  }
}

function formatted(language: Language, { units }: MessageTexts, unit: AlertUnit, value: number): string {
  const n = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 2 }).format(value)
  return filled(units[unit], { n })
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? '')
}

/** Names of users cannot change the direction of the text around them, nor begin other lines. */
function isolated(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
  return /^[\p{ASCII}]*$/u.test(plain) ? plain : `\u2068${plain}\u2069`
}
