import type { WatchFolder } from '@kinora/contract'
import { watchFileStates } from '@kinora/contract/intake/values'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { ListSearch } from '../../../ui/list-search'
import { ListTools } from '../../../ui/list-tools'
import { OneFilter } from '../../../ui/one-filter'
import { PagedList } from '../../../ui/paged-list'
import { filesPageSize, watchFilesQuery } from '../queries'
import { useFileColumns } from './file-columns'

const route = getRouteApi('/$environmentId/settings/watch-folders_/$folderId')

/** The files of a folder with what became of them, latest change first. */
export function FileList({ folder }: { readonly folder: WatchFolder }) {
  const t = useText()
  const { page, state, q } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(watchFilesQuery(folder.environmentId, folder.id, { page, state, q }))
  const columns = useFileColumns(folder)
  const filter = (change: { state?: typeof state; q?: string }) =>
    void navigate({ search: (old) => ({ ...old, ...change, page: 1 }), replace: true })
  const isFiltered = state !== undefined || q !== ''
  return (
    <section aria-label={t('intake:files.title')} className="pt-4">
      <ListTools>
        <ListSearch
          label={t('intake:files.search')}
          phrase={q}
          onChange={(phrase) => filter({ q: phrase })}
        />
        <OneFilter
          name={t('intake:files.columns.state')}
          options={watchFileStates.map((id) => ({ id, label: t(`intake:files.states.${id}`) }))}
          value={state}
          onChange={(chosen) => filter({ state: chosen })}
        />
      </ListTools>
      <PagedList
        label={t('intake:files.title')}
        list={list}
        columns={columns}
        rowName={({ path }) => path}
        page={page}
        pageSize={filesPageSize}
        onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
        failed={t('intake:files.failed')}
        empty={
          <p className="py-6 text-ink-3">
            {t(isFiltered ? 'intake:files.nothingFound' : 'intake:files.none')}
          </p>
        }
      />
    </section>
  )
}
