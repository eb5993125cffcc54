import { cloudExportStates } from '@kinora/contract/intake/values'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { ListTools } from '../../../ui/list-tools'
import { OneFilter } from '../../../ui/one-filter'
import { PagedList } from '../../../ui/paged-list'
import { useWorkspace } from '../../identity'
import { useExportColumns } from './export-columns'
import { exportsQuery } from './queries'

const route = getRouteApi('/$environmentId/settings/export-rules')

/** The exports of all videos, newest first. */
export function ExportList() {
  const t = useText()
  const { environment } = useWorkspace()
  const { page, state } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(exportsQuery(environment.id, { page, state }))
  return (
    <>
      <ListTools>
        <OneFilter
          name={t('intake:exports.columns.state')}
          options={cloudExportStates.map((id) => ({ id, label: t(`intake:exports.states.${id}`) }))}
          value={state}
          onChange={(chosen) =>
            void navigate({ search: (old) => ({ ...old, state: chosen, page: 1 }), replace: true })
          }
        />
      </ListTools>
      <PagedList
        label={t('intake:exports.list')}
        list={list}
        columns={useExportColumns({ withVideo: true })}
        rowName={({ contentTitle }) => contentTitle}
        page={page}
        onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
        failed={t('intake:exports.failed')}
        empty={
          <p className="py-6 text-ink-3">
            {t(state === undefined ? 'intake:exports.none' : 'intake:exports.nothingFound')}
          </p>
        }
      />
    </>
  )
}
