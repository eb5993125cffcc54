import { useDebouncedInput } from '../../../lib/hooks/use-debounced-input'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { SearchField } from '../../../ui/search-field'
import { SavedViews } from '../saved-views/saved-views'
import { isNarrowed, type ListView, noFilters, type VideosSearch, videosSearch, viewOf } from '../search'
import { ColumnChoice } from './column-choice'
import { VideoFilters } from './video-filters'
import { ViewChoice } from './view-choice'

interface ListToolsProps {
  readonly search: VideosSearch
  readonly onChange: (change: Partial<VideosSearch>) => void
  readonly onClear: () => void
  readonly columns: boolean
  readonly view: ListView
  /** Undefined if there is only one view. */
  readonly onView: ((view: ListView) => void) | undefined
}

export function ListTools({ search, onChange, onClear, columns, view, onView }: ListToolsProps) {
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
      {/* One row on a phone, which scrolls beside the views. */}
      <div className="contents max-sm:-ms-4 max-sm:-my-1 max-sm:flex max-sm:min-w-0 max-sm:flex-1 max-sm:items-center max-sm:gap-2 max-sm:overflow-x-auto max-sm:ps-4 max-sm:py-1 max-sm:*:shrink-0 max-sm:[scrollbar-width:none]">
        <VideoFilters search={search} onChange={onChange} />
        {isNarrowed(search) && (
          <Button variant="quiet" size="small" onPress={onClear}>
            {t('library:videos.clear')}
          </Button>
        )}
      </div>
      <span className="ms-auto flex shrink-0 gap-1">
        <SavedViews
          list={search.kind ?? 'videos'}
          shown={viewOf(search)}
          isPlain={!isNarrowed(search) && search.sort === noFilters.sort}
          read={(kept) => viewOf(videosSearch.parse(kept))}
          onOpen={onChange}
        />
        {columns && <ColumnChoice />}
        {onView && <ViewChoice value={view} onChange={onView} />}
      </span>
    </div>
  )
}
