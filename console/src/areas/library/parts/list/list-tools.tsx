import { useText } from '../../../../lib/i18n'
import { useTyped } from '../../../../lib/use-typed'
import { Button } from '../../../../ui/button'
import { SearchField } from '../../../../ui/search-field'
import type { VideosSearch } from '../../search'
import { ColumnChoice } from './column-choice'
import { StatusFilter } from './status-filter'

interface ListToolsProps {
  readonly search: Pick<VideosSearch, 'q' | 'status'>
  readonly onChange: (change: Partial<Pick<VideosSearch, 'q' | 'status'>>) => void
  readonly onClear: () => void
  readonly columns: boolean
}

/** Search, filters and columns, above the list. */
export function ListTools({ search: { q, status }, onChange, onClear, columns }: ListToolsProps) {
  const t = useText()
  const [typed, setTyped] = useTyped(q, (phrase) => onChange({ q: phrase }))
  return (
    <div className="flex flex-wrap items-center gap-2 py-2">
      <SearchField
        slash
        label={t('library:videos.search')}
        value={typed}
        onChange={setTyped}
        className="w-65 max-sm:w-full"
      />
      <StatusFilter value={status} onChange={(chosen) => onChange({ status: chosen })} />
      {(q !== '' || status.length > 0) && (
        <Button variant="quiet" size="small" onPress={onClear}>
          {t('library:videos.clear')}
        </Button>
      )}
      {columns && (
        <span className="ms-auto">
          <ColumnChoice />
        </span>
      )}
    </div>
  )
}
