import type { Dimension, ReportBody } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { lazy, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { DialogPopover } from '../../../ui/dialog-popover'
import { FilterChip } from '../../../ui/filter-chip'
import { OneFilterList } from '../../../ui/one-filter-list'
import { reportDimensions } from './dimensions'
import { FieldGroup } from './field-group'
import { useValueName } from './use-value-name'

const loadList = () => import('./filter-values')
const FilterValues = lazy(async () => ({ default: (await loadList()).FilterValues }))
const MOST_NAMED = 3

type Filters = ReportBody['filters']

interface FilterFieldProps {
  readonly value: Filters
  readonly onChange: (filters: Filters) => void
}

/** The filters of a report, and a menu that adds one. */
export function FilterField({ value, onChange }: FilterFieldProps) {
  const t = useText()
  const format = useFormat()
  const nameOf = useValueName()
  const set = reportDimensions.filter((dimension) => value[dimension] !== undefined)
  const change = (dimension: Dimension, values: readonly string[]) => {
    const { [dimension]: _, ...others } = value
    onChange(values.length === 0 ? others : { ...others, [dimension]: [...values] })
  }
  const valuesOf = (dimension: Dimension) => (
    <FilterValues
      dimension={dimension}
      value={value[dimension] ?? []}
      onChange={(values) => change(dimension, values)}
    />
  )
  const textOf = (dimension: Dimension, values: readonly string[]) =>
    dimension === 'contentId' || values.length > MOST_NAMED
      ? format.number(values.length)
      : format.list(values.map((one) => nameOf(dimension, one)))
  return (
    <FieldGroup label={t('reports:form.filters')}>
      <div className="flex flex-wrap gap-2">
        {set.map((dimension) => (
          <FilterChip
            key={dimension}
            name={t(`analytics:dimension.${dimension}`)}
            value={textOf(dimension, value[dimension] ?? [])}
            onClear={() => change(dimension, [])}
            onIntent={() => void loadList()}
          >
            {valuesOf(dimension)}
          </FilterChip>
        ))}
        <AddFilter valuesOf={valuesOf} />
      </div>
    </FieldGroup>
  )
}

/** The menu that selects first a dimension, then its values. */
function AddFilter({ valuesOf }: { readonly valuesOf: (dimension: Dimension) => React.ReactNode }) {
  const t = useText()
  const [dimension, setDimension] = useState<Dimension | null>(null)
  return (
    <DialogPopover
      label={t('reports:form.addFilter')}
      onIntent={() => {
        setDimension(null)
        void loadList()
      }}
      trigger={
        <Button size="small" icon={<Plus size={14} aria-hidden />}>
          {t('reports:form.addFilter')}
        </Button>
      }
    >
      {dimension === null ? (
        <div className="max-h-80 min-w-48 overflow-y-auto">
          <OneFilterList
            name={t('reports:form.addFilter')}
            options={reportDimensions.map((id) => ({ id, label: t(`analytics:dimension.${id}`) }))}
            value={undefined}
            onChange={(id) => setDimension(reportDimensions.find((one) => one === id) ?? null)}
          />
        </div>
      ) : (
        valuesOf(dimension)
      )}
    </DialogPopover>
  )
}
