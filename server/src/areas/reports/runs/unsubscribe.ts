import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import { fill, reportTexts } from '../documents/texts.ts'
import type { ReportsArea } from '../reports-area.ts'
import { type ReportRow, reports, reportUnsubscribes } from '../tables.ts'
import { escapeHtml } from './report-email.ts'
import { addressHash, readTicket, type UnsubscribeTicket } from './unsubscribe-link.ts'

/** Shows the page with the button. Mail programs open links of emails by themselves, so it changes nothing.
 * @throws problem link-over */
export async function showUnsubscribePage(
  area: ReportsArea,
  text: string,
  reply: FastifyReply,
): Promise<void> {
  const { report, ticket } = await openTicket(area, text)
  sendPage(reply, report, ticket, false)
}

/** @throws problem link-over */
export async function unsubscribe(area: ReportsArea, text: string, reply: FastifyReply): Promise<void> {
  const { report, ticket } = await openTicket(area, text)
  await area.db
    .insert(reportUnsubscribes)
    .values({
      environmentId: report.environmentId,
      reportId: report.id,
      addressHash: addressHash(report, ticket.address),
      createdAt: area.clock.now(),
    })
    .onConflictDoNothing()
  sendPage(reply, report, ticket, true)
}

async function openTicket(
  area: ReportsArea,
  text: string,
): Promise<{ report: ReportRow; ticket: UnsubscribeTicket }> {
  const ticket = readTicket(area, text)
  if (ticket === null) throw problem('link-over')
  const [report] = await area.db.select().from(reports).where(rowOf(reports, ticket))
  if (report === undefined) throw problem('link-over')
  return { report, ticket }
}

function sendPage(
  reply: FastifyReply,
  { name, language }: ReportRow,
  { address }: UnsubscribeTicket,
  isDone: boolean,
): void {
  const texts = reportTexts[language]
  const title = escapeHtml(fill(texts.unsubscribeTitle, { name }))
  const sentence = escapeHtml(fill(isDone ? texts.unsubscribeDone : texts.unsubscribeAsk, { address }))
  const nonce = randomBytes(16).toString('base64')
  const button = isDone ? '' : `<form method="post"><button>${escapeHtml(texts.unsubscribe)}</button></form>`
  reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .send(
      `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style nonce="${nonce}">${style}</style></head><body><main><p>Kinora</p><h1>${title}</h1><p>${sentence}</p>${button}</main></body></html>`,
    )
}

const style = `
:root{color-scheme:light dark;--paper:#fbfaf8;--ink:#1b1b1a;--act:#1a56b4;--on-act:#fff}
@media(prefers-color-scheme:dark){:root{--paper:#161616;--ink:#eceae6;--act:#8db4f5;--on-act:#10141c}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:32rem;margin:12vh auto;padding:0 1.5rem;overflow-wrap:anywhere}
main>p:first-child{font-weight:600}
h1{font-size:1.5rem;line-height:1.3}
button{margin-top:1rem;padding:.625rem 1.125rem;border:0;border-radius:.375rem;background:var(--act);color:var(--on-act);font:inherit;cursor:pointer}
button:focus-visible{outline:2px solid var(--act);outline-offset:2px}`
