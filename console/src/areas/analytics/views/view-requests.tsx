import type { ViewDetails } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { usePartName } from '../use-part-name'

type Requests = ViewDetails['requests']

/** Requests of the player of a view, summed by file and rendition. */
export function ViewRequests({ requests }: { readonly requests: Requests }) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePartName()
  const groups = Map.groupBy(requests, ({ file, rendition, status }) => `${file} ${rendition} ${status}`)
  return (
    <>
      <h3 className="pt-6 pb-2 text-14 font-head">{t('analytics:metrics.requests')}</h3>
      <ul>
        {[...groups].map(([key, own]) => {
          const [{ file, rendition, status } = { file: 'segment', rendition: '', status: 0 }] = own
          const sum = (name: 'requests' | 'bytes') => own.reduce((all, each) => all + each[name], 0)
          const slowestMs = Math.max(...own.map((each) => each.slowestMs))
          return (
            <li
              key={key}
              className="flex flex-wrap items-baseline gap-x-3 border-b border-rule py-1.5 text-13 last:border-0"
            >
              <span className="me-auto">
                {nameOf('file', file)} <bdi className="text-ink-3">{rendition}</bdi>
              </span>
              <bdi className={cx('tabular', status >= 400 ? 'text-bad' : 'text-ink-3')}>{status}</bdi>
              <span className="tabular">
                {t('analytics:requestCount', { count: sum('requests'), bytes: format.bytes(sum('bytes')) })}
              </span>
              <span className="tabular text-12 text-ink-3">
                {t('analytics:slowest', { ms: format.number(slowestMs) })}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
