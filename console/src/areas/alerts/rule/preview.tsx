import type { AlertPreview } from '@kinora/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useDebounced } from '../../../lib/hooks/use-debounced'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Select } from '../../../ui/select'
import { Skeleton } from '../../../ui/skeleton'
import { type PreviewBody, previewQuery, usePlace } from '../queries'
import { useRuleText } from '../signs/use-rule-text'
import { ValueChart } from '../signs/value-chart'
import { type Draft, previewOf } from './draft'

const pauseMs = 500

/** How often the rule would have fired, with the values of the group that fired most. */
export function Preview({ draft }: { readonly draft: Draft }) {
  const asked = useDebounced(JSON.stringify(previewOf(draft)), pauseMs)
  const body = JSON.parse(asked) as PreviewBody | null
  return body === null ? null : <Asked body={body} />
}

function Asked({ body }: { readonly body: PreviewBody }) {
  const t = useText()
  const format = useFormat()
  const query = useQuery({ ...previewQuery(usePlace(), body), placeholderData: keepPreviousData })
  const { data } = query
  return (
    <section aria-label={t('alerts:preview.title')} className="border-t border-rule pt-5">
      <h2 aria-live="polite" className="text-14 font-head">
        {data === undefined || data.fired === null
          ? t('alerts:preview.title')
          : t('alerts:preview.fired', { count: data.fired })}
        {data !== undefined && data.fired !== null && (
          <span className="ps-2 text-12 font-body text-ink-3">{format.timeRange(data.from, data.to)}</span>
        )}
      </h2>
      {query.isError ? (
        <ListFault title={t('alerts:preview.failed')} safe={t('ui:safe')} list={query} />
      ) : data === undefined ? (
        <Skeleton className="mt-3 h-44 w-full" />
      ) : (
        <Groups preview={data} body={body} />
      )}
    </section>
  )
}

interface GroupsProps {
  readonly preview: AlertPreview
  readonly body: PreviewBody
}

function Groups({ preview: { fired, groups }, body }: GroupsProps) {
  const t = useText()
  const { metricName, valueText } = useRuleText()
  const [key, setKey] = useState<string>()
  const shown = groups.find((group) => group.key === key) ?? groups[0]
  if (fired === null) return <p className="py-4 text-13 text-ink-3">{t('alerts:preview.unknown')}</p>
  if (shown === undefined) return <p className="py-4 text-13 text-ink-3">{t('alerts:preview.none')}</p>
  const { metric, condition, threshold = 0 } = body
  return (
    <>
      {groups.length > 1 && (
        <div className="w-60 pt-2">
          <Select
            hideLabel
            label={t('alerts:preview.title')}
            value={shown.key}
            onChange={setKey}
            options={groups.map((group) => ({ id: group.key, label: group.label }))}
          />
        </div>
      )}
      <ValueChart
        name={metricName(metric)}
        points={shown.points}
        alerts={shown.alerts}
        threshold={condition === 'no-data' ? null : threshold}
        valueText={(value) => valueText({ metric, condition }, value)}
      />
    </>
  )
}
