import type { ReportDocument } from '@kinora/contract'
import { chartColors } from '../documents/chart-picture.ts'
import { fill, reportTexts } from '../documents/texts.ts'
import type { RunEmail } from '../tables.ts'

export const UNSUBSCRIBE = '{unsubscribe}'
/** Content ID of the picture of the first chart. */
export const CHART_CID = 'chart@report'
const muted = 'color:#5f5d58;font-size:13px'
const cell = 'padding:8px 0;border-bottom:1px solid #e4e2dd'

/** The email of a report: its figures as text, and the first chart as a picture. The link is not yet that of a recipient. */
export function reportEmail(
  document: ReportDocument,
  isLate: boolean,
  hasFiles: boolean,
  pictureWidth: number | null,
): RunEmail {
  const { language, title, period, subtitle, timezone, figures, tables } = document
  const texts = reportTexts[language]
  const covers = fill(texts.covers, { zone: timezone })
  const notices = [
    ...(isLate ? [texts.late] : []),
    ...(hasFiles ? [texts.attached] : []),
    fill(texts.because, { name: title }),
  ]
  const lines = [
    title,
    [period, subtitle].filter(Boolean).join(' · '),
    figures
      .map(({ name, value, change }) => `${name}: ${value}${change === null ? '' : ` (${change})`}`)
      .join('\n'),
    ...tables.map((table) =>
      [table.title, ...table.rows.map(({ name, value }) => `${name}: ${value}`)].join('\n'),
    ),
    covers,
    ...notices,
    `${texts.unsubscribe}: ${UNSUBSCRIBE}`,
  ]
  const [chart] = document.charts
  const picture =
    chart === undefined || pictureWidth === null
      ? ''
      : `${heading(chart.title)}<img src="cid:${CHART_CID}" width="${pictureWidth}" style="width:100%;max-width:${pictureWidth}px;height:auto" alt="${escapeHtml(chartAlt(chart))}">${legend(chart)}`
  const html = [
    `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><body style="margin:0;background:#f4f2ee">`,
    '<div style="max-width:600px;margin:0 auto;padding:32px 24px;background:#fff;color:#1b1b1a;font:15px/1.5 system-ui,sans-serif">',
    `<p style="margin:0 0 20px;font-weight:600">Kinora</p>`,
    `<h1 style="margin:0;font-size:24px;line-height:1.3"><bdi>${escapeHtml(title)}</bdi></h1>`,
    `<p style="margin:4px 0 20px;${muted}"><bdi>${escapeHtml(period)}</bdi>${subtitle === '' ? '' : ` · <bdi>${escapeHtml(subtitle)}</bdi>`}</p>`,
    figures.length === 0 ? '' : figureTable(document),
    picture,
    ...tables.map((table) => heading(table.title) + rowTable(table, texts)),
    `<p style="margin:24px 0 0;${muted}">${escapeHtml(covers)}</p>`,
    ...notices.map((line) => `<p style="margin:8px 0 0;${muted}">${escapeHtml(line)}</p>`),
    `<p style="margin:8px 0 0;${muted}"><a href="${UNSUBSCRIBE}" style="color:#1a56b4">${escapeHtml(texts.unsubscribe)}</a></p>`,
    '</div></body></html>',
  ]
  return { subject: title, text: `${lines.filter(Boolean).join('\n\n')}\n`, html: html.join('') }
}

/** The email of a recipient. */
export function emailFor({ subject, text, html }: RunEmail, unsubscribe: string): RunEmail {
  return {
    subject,
    text: text.replace(UNSUBSCRIBE, () => unsubscribe),
    html: html.replace(UNSUBSCRIBE, () => escapeHtml(unsubscribe)),
  }
}

function heading(title: string): string {
  return `<h2 style="margin:28px 0 8px;font-size:16px">${escapeHtml(title)}</h2>`
}

function figureTable({ figures }: ReportDocument): string {
  const rows = figures.map(
    ({ name, value, change }) =>
      `<tr><td style="${cell}">${escapeHtml(name)}</td><td align="end" style="${cell};text-align:end;font-weight:600"><bdi>${escapeHtml(value)}</bdi></td><td style="${cell};text-align:end;width:80px;${muted}"><bdi>${escapeHtml(change ?? '')}</bdi></td></tr>`,
  )
  return `<table role="presentation" width="100%" cellspacing="0" style="border-collapse:collapse">${rows.join('')}</table>`
}

function rowTable(
  { rows, others }: ReportDocument['tables'][number],
  texts: (typeof reportTexts)['en'],
): string {
  if (rows.length === 0) return `<p style="margin:0;${muted}">${escapeHtml(texts.noData)}</p>`
  const lines = rows.map(
    ({ name, value, share }) =>
      `<tr><td style="${cell}"><bdi>${escapeHtml(name)}</bdi></td><td style="${cell};text-align:end"><bdi>${escapeHtml(value)}</bdi></td><td style="${cell};text-align:end;width:80px;${muted}"><bdi>${escapeHtml(share)}</bdi></td></tr>`,
  )
  const more =
    others === 0
      ? ''
      : `<p style="margin:6px 0 0;${muted}">${escapeHtml(fill(texts.others, { count: String(others) }))}</p>`
  return `<table role="presentation" width="100%" cellspacing="0" style="border-collapse:collapse">${lines.join('')}</table>${more}`
}

function legend({ lines }: ReportDocument['charts'][number]): string {
  if (lines.length < 2) return ''
  const names = lines.map(
    ({ name }, n) =>
      `<span style="white-space:nowrap"><span style="color:${chartColors[n % chartColors.length]}">&#9632;</span> <bdi>${escapeHtml(name)}</bdi></span>`,
  )
  return `<p style="margin:4px 0 0;${muted}">${names.join(' &nbsp; ')}</p>`
}

/** The picture for those who do not see it: its title and time. */
function chartAlt({ title, steps }: ReportDocument['charts'][number]): string {
  return `${title}, ${steps[0] ?? ''} – ${steps.at(-1) ?? ''}`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
