import type { Dimension } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { lazy, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { DialogPopover } from '../../../ui/dialog-popover'
import { FilterChip } from '../../../ui/filter-chip'
import { OneFilterList } from '../../../ui/one-filter-list'
import { Favourites } from '../favourites/favourites'
import { filterDimensions } from '../tabs'
import { usePartName } from '../use-part-name'
import { useChangeView, useView } from '../view'
import { useValueNames } from './use-value-names'

const loadList = () => import('./value-list')
const ValueList = lazy(async () => ({ default: (await loadList()).ValueList }))
const MOST_NAMED = 2

/** The active filters, and a menu to add filters. */
export function FilterBar() {
  const t = useText()
  const format = useFormat()
  const nameOf = usePartName()
  const valueNames = useValueNames()
  const { tab, filters } = useView()
  const dimensions = filterDimensions(tab)
  const change = useChangeView()
  const set = dimensions.filter((dimension) => filters[dimension] !== undefined)
  const textOf = (dimension: Dimension, values: readonly string[]) =>
    values.length > MOST_NAMED
      ? format.number(values.length)
      : format.list(values.map((value) => nameOf(dimension, value, valueNames.get(value))))
  return (
    <div className="flex flex-wrap items-center gap-2 pt-3">
      <AddFilter dimensions={dimensions} />
      {set.map((dimension) => (
        <FilterChip
          key={dimension}
          name={t(`analytics:dimension.${dimension}`)}
          value={textOf(dimension, filters[dimension] ?? [])}
          onClear={() => change({ filters: { ...filters, [dimension]: [] } })}
          onIntent={() => void loadList()}
        >
          <ValueList dimension={dimension} />
        </FilterChip>
      ))}
      {set.length > 1 && (
        <Button variant="quiet" size="small" onPress={() => change({ filters: {} })}>
          {t('analytics:clearFilters')}
        </Button>
      )}
      {tab !== 'realtime' && (
        <span className="ms-auto">
          <Favourites />
        </span>
      )}
    </div>
  )
}

/** The menu that selects first a dimension, then its values. */
function AddFilter({ dimensions }: { readonly dimensions: readonly Dimension[] }) {
  const t = useText()
  const [dimension, setDimension] = useState<Dimension | null>(null)
  return (
    <DialogPopover
      label={t('analytics:addFilter')}
      onIntent={() => {
        setDimension(null)
        void loadList()
      }}
      trigger={
        <Button size="small" icon={<Plus size={14} aria-hidden />}>
          {t('analytics:addFilter')}
        </Button>
      }
    >
      {dimension === null ? (
        <div className="max-h-80 min-w-48 overflow-y-auto">
          <OneFilterList
            name={t('analytics:addFilter')}
            options={dimensions.map((id) => ({ id, label: t(`analytics:dimension.${id}`) }))}
            value={undefined}
            onChange={(id) => setDimension(dimensions.find((one) => one === id) ?? null)}
          />
        </div>
      ) : (
        <ValueList dimension={dimension} />
      )}
    </DialogPopover>
  )
}
