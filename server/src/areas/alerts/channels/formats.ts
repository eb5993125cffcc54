import type { AlertChannelKind, Language } from '@kinora/contract'
import type { Email } from '../../../platform/mail.ts'
import { incidentChange } from '../history/open-incidents.ts'
import type { ChangeRow, IncidentRow } from '../tables.ts'
import type { Message } from './compose.ts'

/** The body of an email. Values come from users and are escaped. */
export function emailOf(language: Language, { title, lines, link, footer }: Message): Omit<Email, 'to'> {
  const text = [title, lines.join('\n'), link && `${link.label}: ${link.url}`, footer].filter(Boolean)
  const paragraph = (line: string, style: string) =>
    `<p style="margin:0 0 12px;${style}">${escapeHtml(line)}</p>`
  const html = [
    `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><body style="margin:0;background:#f4f2ee">`,
    '<div style="max-width:520px;margin:0 auto;padding:32px 24px;background:#fff;color:#1b1b1a;font:16px/1.6 system-ui,sans-serif">',
    paragraph(title, 'font-size:18px;font-weight:600'),
    ...lines.map((line) => paragraph(line, '')),
    link === null
      ? ''
      : `<p style="margin:16px 0 24px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1a56b4;color:#fff;text-decoration:none">${escapeHtml(link.label)}</a></p>`,
    paragraph(footer, 'color:#6b6964;font-size:14px'),
    '</div></body></html>',
  ]
  return { subject: title, text: `${text.join('\n\n')}\n`, html: html.join('') }
}

/** The body for a webhook, in the form of the events of webhooks. */
export function webhookBody(
  messageId: string,
  changes: readonly [Posted, ...Posted[]],
  environmentName: string,
): Record<string, unknown> {
  const [{ change, incident }] = changes
  const { environmentId, object, event } = incidentChange(incident, 'opened')
  const incidents = changes.map((each) => incidentChange(each.incident, 'opened').event.data)
  return {
    id: messageId,
    type: `alert.${change.kind}`,
    createdAt: change.at.toISOString(),
    environment: { id: environmentId, name: environmentName },
    object: { type: object.type, id: object.id },
    data: { ...event.data, incidents },
  }
}

interface Posted {
  readonly change: Pick<ChangeRow, 'kind' | 'at'>
  readonly incident: IncidentRow
}

/** The body for Slack or Microsoft Teams. Teams takes a bare Adaptive Card (Workflows, "when a webhook request is
 * received"). */
export function chatBody(
  kind: Exclude<AlertChannelKind, 'email' | 'webhook' | 'sms'>,
  message: Message,
): Record<string, unknown> {
  return kind === 'slack' ? slackBody(message) : teamsBody(message)
}

function slackBody({ title, lines, link, footer, isResolved, isCritical }: Message): Record<string, unknown> {
  const sign = isResolved ? ':white_check_mark:' : isCritical ? ':rotating_light:' : ':warning:'
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
  const action = link && {
    type: 'actions',
    elements: [{ type: 'button', text: { type: 'plain_text', text: link.label }, url: link.url }],
  }
  return {
    text: title,
    blocks: [
      section(`${sign} *${escapeSlack(title)}*\n${lines.map(escapeSlack).join('\n')}`),
      ...(action ? [action] : []),
      { type: 'context', elements: [{ type: 'plain_text', text: footer }] },
    ],
  }
}

function teamsBody({ title, lines, link, footer, isResolved, isCritical }: Message): Record<string, unknown> {
  const color = isResolved ? 'Good' : isCritical ? 'Attention' : 'Warning'
  const block = (text: string, more: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...more })
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      block(escapeCard(title), { weight: 'Bolder', size: 'Medium', color }),
      ...lines.map((line) => block(escapeCard(line))),
      block(escapeCard(footer), { isSubtle: true, size: 'Small' }),
    ],
    ...(link && { actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }] }),
  }
  return {
    type: 'message',
    attachments: [
      { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card },
    ],
  }
}

/** Slack reads `<…>` as links and mentions. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Cards read Markdown, whose links could show another address. */
function escapeCard(text: string): string {
  return text.replaceAll(/[[\]()*_`\\]/g, '\\$&')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
