import type { Language } from '@kinora/contract'
import type { Email } from '../../../platform/mail.ts'
import type { Purpose } from '../tables.ts'
import { type EmailTexts, emailTexts } from './email-texts.ts'

type Body = Omit<Email, 'to'>

const locales: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  hi: 'hi-IN',
  ar: 'ar-AE-u-nu-latn',
  te: 'te-IN',
}

interface Invited {
  readonly organization: string
  readonly invitedBy: string
  readonly url: string
  readonly expiresAt: Date
}

/** The invitation to an organization. */
export function invitationEmail(language: Language, given: Invited): Body {
  const { organization, invitedBy, url, expiresAt } = given
  const until = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    expiresAt,
  )
  return composeEmail(language, emailTexts[language].invitation, { organization, invitedBy, until }, { url })
}

/** The email with a six-digit code. */
export function codeEmail(language: Language, purpose: Exclude<Purpose, 'sign-up'>, code: string): Body {
  return composeEmail(language, emailTexts[language][purpose], { code }, { code })
}

/** The notice that somebody signs up with the address of an account. */
export function signUpNotice(language: Language, url: string): Body {
  return composeEmail(language, emailTexts[language]['sign-up'], {}, { url })
}

/** The notice that Kinora disabled a webhook. */
export function webhookEmail(language: Language, given: { url: string; because: 'failing' | 'gone' }): Body {
  return composeEmail(language, emailTexts[language][`webhook-${given.because}`], { url: given.url }, {})
}

/** The notice that Kinora disabled an alert channel. */
export function channelEmail(language: Language, given: { name: string; fault: string }): Body {
  return composeEmail(language, emailTexts[language]['channel-failing'], given, {})
}

interface Parts {
  /** Target of the button. */
  readonly url?: string
  /** Digits to copy. */
  readonly code?: string
}

/** An email as text and HTML. Values come from users and are escaped. */
export function composeEmail(
  language: Language,
  texts: EmailTexts,
  values: Record<string, string>,
  { url, code }: Parts,
): Body {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? '')
  const lines = texts.lines.map(fill)
  const text = [...lines, code, url && `${texts.button ?? ''}: ${url}`, fill(texts.footer)].filter(Boolean)
  const paragraph = (line: string, style: string) =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(line)}</p>`
  const html = [
    `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><body style="margin:0;background:#f4f2ee">`,
    '<div style="max-width:520px;margin:0 auto;padding:32px 24px;background:#fff;color:#1b1b1a;font:16px/1.6 system-ui,sans-serif">',
    '<p style="margin:0 0 24px;font-weight:600">Kinora</p>',
    ...lines.map((line) => paragraph(line, '')),
    code === undefined
      ? ''
      : `<p style="margin:0 0 16px;font-size:28px;letter-spacing:6px;font-weight:600" dir="ltr">${escapeHtml(code)}</p>`,
    url === undefined
      ? ''
      : `<p style="margin:0 0 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1a56b4;color:#fff;text-decoration:none">${escapeHtml(texts.button ?? '')}</a></p>`,
    paragraph(fill(texts.footer), 'color:#6b6964;font-size:14px'),
    '</div></body></html>',
  ]
  return { subject: fill(texts.subject), text: `${text.join('\n\n')}\n`, html: html.join('') }
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
