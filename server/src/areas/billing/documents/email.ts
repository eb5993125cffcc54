import type { Email } from '../../../platform/mail.ts'
import type { DocumentRow } from '../invoices/tables.ts'
import { documentFormat } from './format.ts'
import { headingOf } from './template-data.ts'

/** The email of a document, without its file. @param host that of the console, for the ID of the message */
export function documentEmail(row: DocumentRow, host: string): Omit<Email, 'attachments'> {
  const { id, language, currency, content, name, kind, net, tax, periodStartsAt } = row
  const format = documentFormat(language, currency, content.timezone)
  const heading = headingOf(row, format)
  const subject = `${heading} ${name ?? (periodStartsAt === null ? '' : format.month(periodStartsAt))}`.trim()
  const money = kind === 'statement' ? format.exactMoney : format.money
  const { texts } = format
  const lines = [
    content.seller === null ? [] : [content.seller.name],
    [`${texts.total}: ${money(net + tax)}`, texts.attached],
  ].flat()
  const html = [
    `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><body style="margin:0;background:#f4f2ee">`,
    '<div style="max-width:600px;margin:0 auto;padding:32px 24px;background:#fff;color:#1b1b1a;font:15px/1.5 system-ui,sans-serif">',
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3"><bdi>${escapeHtml(subject)}</bdi></h1>`,
    ...lines.map((line) => `<p style="margin:0 0 8px"><bdi>${escapeHtml(line)}</bdi></p>`),
    '</div></body></html>',
  ]
  return {
    to: content.buyer.email,
    subject,
    text: `${[subject, ...lines].join('\n\n')}\n`,
    html: html.join(''),
    messageId: `<billing.${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
