import { createHash } from 'node:crypto'
import { type Call, problems } from '@kinora/contract'
import type { Offered } from './offered.ts'
import { schemaOf } from './schema-of.ts'

const style = `
:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:860px;padding:32px 20px 80px}
h1{font-size:22px}h2{font-size:16px;margin:40px 0 8px;border-bottom:1px solid #8884;padding-bottom:6px;text-transform:capitalize}
details{border-bottom:1px solid #8883;padding:10px 0}summary{cursor:pointer}
code,pre{font:12.5px/1.5 ui-monospace,monospace}pre{overflow:auto;background:#8881;padding:12px;border-radius:6px}
.method{display:inline-block;min-width:56px;font-weight:600}.path{overflow-wrap:anywhere}p{margin:6px 0}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid #8883}`

const styleHash = createHash('sha256').update(style).digest('base64')
export const docsPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`

/** The contract as one readable page without scripts. */
export function docsPage(contract: Offered['contract']): string {
  const areas = Object.entries(contract).map(([area, calls]) => {
    const items = Object.values(calls).map(callItem).join('')
    return `<h2>${area}</h2>${items}`
  })
  const rows = Object.entries(problems).map(
    ([id, { status, title }]) =>
      `<tr><td>${status}</td><td><code>${id}</code></td><td>${escapeHtml(title)}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kinora API</title><style>${style}</style></head><body><h1>Kinora API</h1>
<p>Send <code>Authorization: Bearer</code> with a session token, and <code>environment-id</code> where a call acts inside an environment. For machines: <a href="/openapi.json">openapi.json</a>.</p>
${areas.join('')}<h2>Problems</h2><table><tr><th>Status</th><th>Id</th><th>Meaning</th></tr>${rows.join('')}</table></body></html>`
}

function callItem(call: Call): string {
  const parts = [
    call.caller === 'environment' ? '<p>Requires the <code>environment-id</code> header.</p>' : '',
    call.right ? `<p>Requires the right <code>${call.right.join('.')}</code>.</p>` : '',
    schemaBlock('Path', call.params, 'input'),
    schemaBlock('Query', call.query, 'input'),
    schemaBlock('Body', call.body, 'input'),
    schemaBlock(`Response (${call.status})`, call.answer, 'output'),
    call.problems
      ? `<p>Specific problems: ${call.problems.map((id) => `<code>${id}</code>`).join(', ')}.</p>`
      : '',
  ]
  return `<details><summary><span class="method">${call.method}</span> <code class="path">${escapeHtml(call.path)}</code></summary><p>${escapeHtml(call.summary)}</p>${parts.join('')}</details>`
}

function schemaBlock(title: string, schema: Call['body'], io: 'input' | 'output'): string {
  if (schema === undefined) return ''
  return `<p>${title}</p><pre>${escapeHtml(JSON.stringify(schemaOf(schema, io), null, 2))}</pre>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
