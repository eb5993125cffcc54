import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Chip } from '../../../ui/chip'
import { cx } from '../../../ui/cx'
import { ListSearch } from '../../../ui/list-search'
import { ListTools } from '../../../ui/list-tools'
import { NothingFound } from '../../../ui/nothing-found'
import { Page } from '../../../ui/page'
import { Paged } from '../../../ui/paged'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { SavedViews } from '../../library'
import { everyMoment, type MomentSearch, momentSearch } from './address'
import { MomentCard } from './moment-card'
import { MomentFacets } from './moment-facets'
import { MomentFilters } from './moment-filters'
import { asksNothing, momentsQuery, pageSize } from './queries'
import { useCardKeys } from './use-card-keys'

const route = getRouteApi('/$environmentId/ai-search')
const skeletons = Array.from({ length: 8 }, (_, n) => n)
const gridLook = 'grid grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-x-5 gap-y-7 pt-4'

/** Search for moments of videos by what is said and seen, and for videos by their metadata. Searches can be saved. */
export function SearchScreen() {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const rights = useRights('Videos', 'Video')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = momentsQuery(environment.id, search)
  const isEmpty = asksNothing(search)
  const list = useQuery({ ...query, enabled: rights.read && !isEmpty })
  const keys = useCardKeys()
  const change = (next: Partial<MomentSearch>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true })
  const onPage = (page: number, replace: boolean) =>
    void navigate({ search: (old) => ({ ...old, page }), replace })
  return (
    <Page
      title={t('intelligence:searchTitle')}
      noAccess={!rights.read && <NoAccess what={t('intelligence:searchTitle')} />}
    >
      <ListTools>
        <ListSearch
          label={t('intelligence:search.phrase')}
          phrase={search.q}
          onChange={(q) => change({ q, ...(q.trim() !== '' && { like: undefined, at: 0 }) })}
          onDown={keys.focusFirst}
          className="w-110 max-w-full max-sm:w-full"
        />
        <MomentFilters
          search={search}
          counts={list.data?.counts}
          isBesideRail={!isEmpty && (list.data?.items.length ?? 0) > 0}
          onChange={change}
        />
        <Suspense>
          <SavedViews
            list="moments"
            title={t('intelligence:search.saved')}
            shown={{ ...search, page: 1 }}
            isPlain={isEmpty}
            read={(kept) => momentSearch({ ...kept, page: 1 })}
            onOpen={(kept) => void navigate({ search: momentSearch(kept) })}
          />
        </Suspense>
      </ListTools>
      {search.like !== undefined && (
        <div className="flex flex-wrap items-center gap-2 pb-1">
          <Chip onRemove={() => change({ like: undefined, at: 0 })}>
            {t('intelligence:search.like', { time: format.duration(search.at) })}
          </Chip>
          <p className="text-13 text-ink-2">{t('intelligence:search.looksAbout')}</p>
        </div>
      )}
      {isEmpty ? (
        <div className="pt-10">
          <State icon={<MagnifyingGlass size={20} />} title={t('intelligence:search.start')}>
            {t('intelligence:search.about')}
          </State>
        </div>
      ) : (
        <Paged
          list={list}
          page={search.page}
          onPage={onPage}
          pageSize={pageSize}
          failed={t('intelligence:search.failed')}
          empty={
            <NothingFound
              title={t('intelligence:search.nothing')}
              clear={t('intelligence:search.clear')}
              onClear={() => change(everyMoment)}
            >
              {t(
                search.like === undefined
                  ? 'intelligence:search.nothingWhere'
                  : 'intelligence:search.nothingLike',
              )}
            </NothingFound>
          }
        >
          <Suspense fallback={<Skeletons />}>
            {list.data ? (
              <div className="flex gap-8">
                <MomentFacets search={search} found={list.data} onChange={change} />
                <ul
                  ref={keys.list}
                  aria-label={t('intelligence:search.moments')}
                  aria-busy={list.isPlaceholderData}
                  className={cx(gridLook, 'min-w-0 flex-1')}
                >
                  {list.data.items.map((moment) => (
                    <MomentCard
                      key={`${moment.content.id} ${moment.foundIn} ${moment.start}`}
                      moment={moment}
                      onKeyDown={keys.onKeyDown}
                    />
                  ))}
                </ul>
              </div>
            ) : (
              <Skeletons />
            )}
          </Suspense>
        </Paged>
      )}
    </Page>
  )
}

function Skeletons() {
  return (
    <div className={gridLook} aria-hidden>
      {skeletons.map((n) => (
        <Skeleton key={n} className="aspect-[16/11] w-full" />
      ))}
    </div>
  )
}
