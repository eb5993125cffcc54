import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { ListSearch } from '../../../../ui/list-search'
import { ViewChoice } from '../../lists/view-choice'
import { SavedViews } from '../../saved-views/saved-views'
import { isNarrowed, type ListView, noFilters, type VideosSearch, videosSearch, viewOf } from '../../search'
import { VideoFilters } from '../filters/video-filters'
import { ColumnChoice } from './column-choice'

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
  return (
    <div className="flex flex-wrap items-center gap-2 py-2">
      <ListSearch
        label={t('library:videos.search')}
        phrase={search.q}
        onChange={(phrase) => onChange({ q: phrase })}
        className="w-65 max-lg:min-w-50 max-lg:flex-1 max-sm:w-full max-sm:flex-none"
      />
      {/* One row that scrolls: under the search, and on a phone beside the views. */}
      <div className="contents max-lg:-my-1 max-lg:flex max-lg:min-w-0 max-lg:items-center max-lg:gap-2 max-lg:overflow-x-auto max-lg:py-1 max-lg:*:shrink-0 max-lg:[scrollbar-width:none] sm:max-lg:order-last sm:max-lg:basis-full max-sm:-ms-4 max-sm:flex-1 max-sm:ps-4">
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
          read={(kept) => viewOf(videosSearch(kept))}
          onOpen={onChange}
        />
        {columns && <ColumnChoice />}
        {onView && <ViewChoice value={view} onChange={onView} />}
      </span>
    </div>
  )
}
