import { EnvelopeSimple } from '@phosphor-icons/react/dist/csr/EnvelopeSimple'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { LinkButton } from '../../../ui/link-button'
import { ListScreen } from '../../../ui/list-screen'
import { ListSearch } from '../../../ui/list-search'
import { ListTools } from '../../../ui/list-tools'
import { NothingFound } from '../../../ui/nothing-found'
import { PagedList } from '../../../ui/paged-list'
import { State } from '../../../ui/state'
import { NoAccess, useRights } from '../../identity'
import { reportsQuery, usePlace } from '../queries'
import { allReports } from '../search'
import { AnalyticsCrumb } from './analytics-crumb'
import { useReportColumns } from './report-columns'

const route = getRouteApi('/$environmentId/cdn_analytics_/reports')

export function ReportsScreen() {
  const t = useText()
  const place = usePlace()
  const { environmentId } = place
  const rights = useRights('Analytics', 'Report')
  const { q, page } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery({
    ...reportsQuery(place, { pageNum: page, ...(q !== '' && { phrase: q }) }),
    enabled: rights.read,
  })
  const columns = useReportColumns()
  const make = rights.create && (
    <LinkButton
      variant="primary"
      icon={<Plus size={16} />}
      to="/$environmentId/cdn_analytics/reports/new"
      params={{ environmentId }}
    >
      {t('reports:list.new')}
    </LinkButton>
  )
  return (
    <ListScreen
      title={t('reports:list.title')}
      crumbs={
        <Breadcrumbs>
          <AnalyticsCrumb environmentId={environmentId} />
        </Breadcrumbs>
      }
      noAccess={!rights.read && <NoAccess what={t('reports:list.title')} />}
      primary={make}
      list={list}
      isNarrowed={q !== ''}
      firstUse={
        <div className="pt-10">
          <State icon={<EnvelopeSimple size={20} />} title={t('reports:list.none')} actions={make}>
            {t('reports:list.about')}
          </State>
        </div>
      }
      tools={
        <ListTools>
          <ListSearch
            label={t('reports:list.search')}
            phrase={q}
            onChange={(phrase) => void navigate({ search: { q: phrase }, replace: true })}
          />
        </ListTools>
      }
    >
      <PagedList
        label={t('reports:list.title')}
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        onOpen={({ id }) =>
          void navigate({
            to: '/$environmentId/cdn_analytics/reports/$reportId',
            params: { environmentId, reportId: id },
          })
        }
        page={page}
        onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
        failed={t('reports:list.failed')}
        empty={
          <NothingFound
            title={t('reports:list.nothing')}
            clear={t('reports:list.clear')}
            onClear={() => void navigate({ search: allReports, replace: true })}
          >
            {t('reports:list.nothingWhere')}
          </NothingFound>
        }
      />
    </ListScreen>
  )
}
