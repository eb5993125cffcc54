import { logMethods, statusClasses } from '@kinora/contract/activity/values'
import { auditActions, eventTypes } from '@kinora/contract/vocabularies'
import { getRouteApi } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { ChoiceFilter } from '../../../ui/choice-filter'
import { FilterChip } from '../../../ui/filter-chip'
import { ListSearch } from '../../../ui/list-search'
import { Segmented } from '../../../ui/segmented'
import { hasRange, noRecordFilters, type RecordsSearch, type RecordTab, type Span, spans } from '../search'

const route = getRouteApi('/$environmentId/events-logs')

interface RecordToolsProps {
  readonly tab: RecordTab
  readonly live: boolean
  readonly onLive: (on: boolean) => void
}

/** Search, filters and the live switch above the records. */
export function RecordTools({ tab, live, onLive }: RecordToolsProps) {
  const t = useText()
  const format = useFormat()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: Partial<RecordsSearch>) =>
    void navigate({ search: (old) => ({ ...old, open: '', where: '', ...next }), replace: true })
  const { type, method, status, action, span, everywhere, object } = search
  const isFiltered =
    search.q !== '' ||
    [type, method, status, action].some(({ length }) => length > 0) ||
    span !== '30d' ||
    hasRange(search) ||
    everywhere ||
    object !== ''

  return (
    <div className="flex flex-wrap items-center gap-2 py-3">
      <ListSearch
        label={t(`activity:records.search.${tab}`)}
        phrase={search.q}
        onChange={(q) => change({ q })}
      />
      <Segmented<Span | 'selected'>
        label={t('activity:records.span')}
        value={hasRange(search) ? 'selected' : span}
        onChange={(chosen) => chosen !== 'selected' && change({ span: chosen, from: '', to: '' })}
        options={spans.map((id) => ({ id, content: t(`activity:records.spans.${id}`) }))}
      />
      {hasRange(search) && (
        <FilterChip
          name={t('activity:records.span')}
          value={format.timeRange(search.from, search.to)}
          onClear={() => change({ from: '', to: '' })}
        >
          <p className="p-3 text-13">
            {format.exactTime(search.from)} – {format.exactTime(search.to)}
          </p>
        </FilterChip>
      )}
      {tab === 'events' && (
        <ChoiceFilter
          name={t('activity:records.columns.type')}
          options={eventTypes.map((id) => ({ id, label: t(`eventTypes.${id}`) }))}
          value={type}
          onChange={(chosen) => change({ type: chosen })}
        />
      )}
      {tab === 'logs' && (
        <>
          <ChoiceFilter
            name={t('activity:records.columns.status')}
            options={statusClasses.map((id) => ({ id, label: id }))}
            value={status}
            onChange={(chosen) => change({ status: chosen })}
          />
          <ChoiceFilter
            name={t('activity:records.columns.method')}
            options={logMethods.map((id) => ({ id, label: id }))}
            value={method}
            onChange={(chosen) => change({ method: chosen })}
          />
        </>
      )}
      {tab === 'audit' && (
        <ChoiceFilter
          name={t('activity:records.columns.action')}
          options={auditActions.map((id) => ({ id, label: t(`auditActions.${id}`) }))}
          value={action}
          onChange={(chosen) => change({ action: chosen })}
        />
      )}
      {object !== '' && (
        <FilterChip
          name={t('activity:records.about')}
          value={`…${object.slice(-8)}`}
          onClear={() => change({ object: '' })}
        >
          <p className="ltr p-3 font-code text-12">{object}</p>
        </FilterChip>
      )}
      {tab !== 'audit' && (
        <Checkbox checked={everywhere} onChange={(on) => change({ everywhere: on })}>
          {t('activity:records.everywhere')}
        </Checkbox>
      )}
      {isFiltered && (
        <Button variant="quiet" size="small" onPress={() => change(noRecordFilters)}>
          {t('activity:records.clear')}
        </Button>
      )}
      <span className="ms-auto">
        <Checkbox checked={live} onChange={onLive}>
          {t('activity:records.live')}
        </Checkbox>
      </span>
    </div>
  )
}
