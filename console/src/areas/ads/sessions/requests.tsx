import type { AdDecision } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'

/** Props that make a scrollable part focusable, so that keys can scroll it (WCAG 2.1.1). */
const scrollPart = (label: string) => ({ role: 'group', tabIndex: 0, 'aria-label': label }) as const

/** Requests to ad servers in order, each with the beginning of its answer. */
export function Requests({ exchanges }: Pick<AdDecision, 'exchanges'>) {
  const t = useText()
  const format = useFormat()
  const listed = exchanges.map((exchange, index) => ({ ...exchange, key: `${index} ${exchange.url}` }))
  return (
    <div className="pt-3">
      <h4 className="text-12 font-mid text-ink-3">{t('ads:decision.requests')}</h4>
      <ol>
        {listed.map(({ key, url, status, tookMs, fault, answer }) => (
          <li key={key} className="border-b border-rule py-1.5">
            <details>
              <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3">
                <code className="ltr min-w-0 flex-1 font-code text-12 wrap-anywhere">{url}</code>
                <span className="tabular text-12 text-ink-3">
                  {[status, t('ads:decision.took', { ms: format.number(tookMs) })]
                    .filter((part) => part !== null)
                    .join(' · ')}
                </span>
              </summary>
              {fault !== null && <p className="ltr pt-1 text-12 text-bad">{fault}</p>}
              {answer !== '' && (
                <div
                  {...scrollPart(t('ads:decision.answer'))}
                  className="ltr mt-1 max-h-60 overflow-auto rounded-1 bg-sunk p-2"
                >
                  <pre className="font-code text-12 whitespace-pre-wrap wrap-anywhere">{answer}</pre>
                </div>
              )}
            </details>
          </li>
        ))}
      </ol>
    </div>
  )
}
