import type { DisplayStatus, LivestreamSummary } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ListSearch } from '../../../ui/list-search'
import { ListTools } from '../../../ui/list-tools'
import { OneFilter } from '../../../ui/one-filter'
import { Segmented } from '../../../ui/segmented'
import { isNarrowed, type StreamsSearch } from '../search'

interface StreamToolsProps {
  readonly search: StreamsSearch
  readonly summary: LivestreamSummary | undefined
  readonly onChange: (change: Partial<StreamsSearch>) => void
  readonly onClear: () => void
}

const shown = [
  { id: 'all', count: 'total' },
  { id: 'Live', count: 'live' },
  { id: 'Active', count: 'active' },
  { id: 'Offline', count: 'offline' },
] as const satisfies readonly { id: DisplayStatus | 'all'; count: keyof LivestreamSummary }[]

/** Search and filters. */
export function StreamTools({ search, summary, onChange, onClear }: StreamToolsProps) {
  const t = useText()
  const format = useFormat()
  const groups = summary?.groups ?? []
  const records = (['on', 'off'] as const).map((id) => ({ id, label: t(`live:streams.record.${id}`) }))
  return (
    <ListTools>
      <ListSearch
        label={t('live:streams.search')}
        phrase={search.q}
        onChange={(phrase) => onChange({ q: phrase })}
      />
      <div className="flex min-w-0 items-center gap-2 overflow-x-auto py-1 [scrollbar-width:none] *:shrink-0 max-sm:-mx-4 max-sm:px-4">
        <Segmented
          label={t('live:streams.columns.status')}
          value={search.show ?? 'all'}
          onChange={(id) => onChange({ show: id === 'all' ? undefined : id })}
          options={shown.map(({ id, count }) => ({
            id,
            content: (
              <>
                {id === 'all' ? t('live:streams.all') : t(`live:streams.status.${id}`)}
                {summary && (
                  <span className="tabular text-12 text-ink-3">{format.number(summary[count])}</span>
                )}
              </>
            ),
          }))}
        />
        {(groups.length > 0 || search.group !== undefined) && (
          <OneFilter
            name={t('live:streams.group')}
            options={[...new Set([...groups, ...(search.group ? [search.group] : [])])].map((name) => ({
              id: name,
              label: name,
            }))}
            value={search.group}
            onChange={(group) => onChange({ group })}
          />
        )}
        <OneFilter
          name={t('live:streams.columns.record')}
          options={records}
          value={search.record}
          onChange={(record) => onChange({ record })}
        />
        {isNarrowed(search) && (
          <Button variant="quiet" size="small" onPress={onClear}>
            {t('live:streams.clear')}
          </Button>
        )}
      </div>
    </ListTools>
  )
}
