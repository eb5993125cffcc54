import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@kinora/contract'
import { publicHeaders } from '../../../platform/http/cross-origin.ts'
import { reportTexts } from '../documents/texts.ts'
import type { ReportsArea } from '../reports-area.ts'
import { escapeHtml } from '../runs/report-email.ts'
import type { EmbedRow } from '../tables.ts'
import { findEmbed } from './embed-content.ts'

/** The built player has the page, because delivery serves its files. */
const template = join(import.meta.dirname, '../../../../../player/dist/report.html')

interface EmbedPage {
  readonly status: 200 | 404
  readonly headers: Readonly<Record<string, string>>
  readonly html: string
}

/** Makes the pages of embeds. The page has no figures: its script asks for them with the secret. */
export async function openEmbedPages(
  area: Pick<ReportsArea, 'db' | 'clock'>,
): Promise<(embedId: string) => Promise<EmbedPage>> {
  const text = await readFile(template, 'utf8')
  return async (embedId) => {
    const row = await findEmbed(area, embedId)
    const language: Language = row?.language ?? 'en'
    const { embedOver, embedAway, embedLoading, noData } = reportTexts[language]
    const dir = language === 'ar' ? 'rtl' : 'ltr'
    const values: Readonly<Record<string, string>> = {
      embedId: row?.id ?? '',
      over: embedOver,
      away: embedAway,
      loading: embedLoading,
      noData,
    }
    return {
      status: row === null ? 404 : 200,
      headers: {
        ...publicHeaders,
        'content-security-policy': policyOf(row),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'permissions-policy': 'camera=(), microphone=(), geolocation=(), display-capture=()',
      },
      html: text
        .replace(
          '<html lang="en">',
          `<html lang="${language}" dir="${dir}" data-theme="${row?.theme ?? 'auto'}">`,
        )
        .replace(/\{\{(\w+)\}\}/g, (_match, name: string) => escapeHtml(values[name] ?? '')),
    }
  }
}

/** The sandbox gives the page an origin of its own: otherwise it could read what the console stores in the browser. */
function policyOf(row: EmbedRow | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${row === null ? '*' : ancestorsOf(row)}`,
    'sandbox allow-scripts',
  ].join('; ')
}

/** Allowed hosts with any scheme and port, and the console, which shows a preview.
 * `http:` sources also match `https:` (CSP 3, 6.7.2.8). */
function ancestorsOf({ sites }: Pick<EmbedRow, 'sites'>): string {
  return ["'self'", ...sites.map((host) => `http://${host}:*`)].join(' ')
}
