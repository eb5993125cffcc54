import { useDebouncedInput } from '../../../lib/hooks/use-debounced-input'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { SearchField } from '../../../ui/search-field'
import { SavedViews } from '../saved-views/saved-views'
import { isNarrowed, noFilters, type VideosSearch, videosSearch, viewOf } from '../search'
import { ColumnChoice } from './column-choice'
import { VideoFilters } from './video-filters'

interface ListToolsProps {
  readonly search: VideosSearch
  readonly onChange: (change: Partial<VideosSearch>) => void
  readonly onClear: () => void
  readonly columns: boolean
}

export function ListTools({ search, onChange, onClear, columns }: ListToolsProps) {
  const t = useText()
  const [typed, setTyped] = useDebouncedInput(search.q, (phrase) => onChange({ q: phrase }))
  return (
    <div className="flex flex-wrap items-center gap-2 py-2">
      <SearchField
        slash
        label={t('library:videos.search')}
        value={typed}
        onChange={setTyped}
        className="w-65 max-sm:w-full"
      />
      <VideoFilters search={search} onChange={onChange} />
      {isNarrowed(search) && (
        <Button variant="quiet" size="small" onPress={onClear}>
          {t('library:videos.clear')}
        </Button>
      )}
      <span className="ms-auto flex gap-1">
        <SavedViews
          list={search.kind ?? 'videos'}
          shown={viewOf(search)}
          isPlain={!isNarrowed(search) && search.sort === noFilters.sort}
          read={(kept) => viewOf(videosSearch.parse(kept))}
          onOpen={onChange}
        />
        {columns && <ColumnChoice />}
      </span>
    </div>
  )
}
