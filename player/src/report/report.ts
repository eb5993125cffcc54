import type { ReportDocument } from '@kinora/contract'
import { chartElement } from './chart.ts'
import { element, isolated } from './element.ts'

const REFRESH_MS = 60_000
/** After a failure that passes. */
const RETRY_MS = 5000

const { embedId = '', over = '', away = '', noData = '' } = document.body.dataset
const main = document.querySelector('main') ?? document.body
// The fragment is never sent by itself. The page keeps the secret in memory only.
const secret = location.hash.slice(1)

await load()

/** Shows the content, and asks again every minute, so that a revoked report disappears. */
async function load(): Promise<void> {
  const response = await fetch(`/embed/report/${embedId}/content`, {
    headers: { authorization: `Bearer ${secret}` },
    credentials: 'omit',
    cache: 'no-store',
  }).catch(() => null)
  if (embedId === '' || response?.status === 401 || response?.status === 404) {
    show([element('p', over, { attributes: { role: 'status' } })])
    return
  }
  if (response?.ok) {
    const content: ReportDocument = await response.json()
    show(partsOf(content))
    document.title = content.title
    setTimeout(load, REFRESH_MS)
    return
  }
  // What is shown stays while the figures are not available.
  if (main.ariaBusy === 'true') main.replaceChildren(element('p', away, { attributes: { role: 'status' } }))
  setTimeout(load, RETRY_MS)
}

function show(parts: readonly (Node | null)[]): void {
  main.ariaBusy = 'false'
  main.replaceChildren(...parts.filter((part) => part !== null))
}

function partsOf({ title, period, subtitle, figures, charts, tables }: ReportDocument): (Node | null)[] {
  const isEmpty = figures.length + charts.length + tables.length === 0
  return [
    element('header', [
      element('h1', [isolated(title)]),
      element('p', [isolated(subtitle === '' ? period : `${period} · ${subtitle}`)]),
    ]),
    figures.length === 0 ? null : element('dl', figures.map(figureElement)),
    isEmpty ? element('p', noData) : null,
    element('div', [...charts.map(chartElement), ...tables.map(tableElement)], { className: 'parts' }),
  ]
}

function figureElement({ name, value, change }: ReportDocument['figures'][number]): HTMLElement {
  return element('div', [
    element('dt', name),
    element('dd', [isolated(value)]),
    change === null ? null : element('dd', [element('bdi', change, { attributes: { dir: 'ltr' } })]),
  ])
}

function tableElement({ title, head, rows }: ReportDocument['tables'][number]): HTMLElement {
  const cells = (name: 'td' | 'th', texts: readonly string[]) =>
    element(
      'tr',
      texts.map((text) => element(name, [isolated(text)])),
    )
  return element('section', [
    element('h2', title),
    rows.length === 0
      ? element('p', noData)
      : element('table', [
          element('thead', [cells('th', head)]),
          element(
            'tbody',
            rows.map(({ name, value, share }) => cells('td', [name, value, share])),
          ),
        ]),
  ])
}
