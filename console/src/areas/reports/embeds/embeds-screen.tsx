import type { Embed } from '@kinora/contract'
import { FrameCorners } from '@phosphor-icons/react/dist/csr/FrameCorners'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { LinkButton } from '../../../ui/link-button'
import { ListScreen } from '../../../ui/list-screen'
import { ListSearch } from '../../../ui/list-search'
import { ListTools } from '../../../ui/list-tools'
import { NothingFound } from '../../../ui/nothing-found'
import { PagedList } from '../../../ui/paged-list'
import { State } from '../../../ui/state'
import { NoAccess, useRights } from '../../identity'
import { usePlace } from '../queries'
import { allEmbeds } from '../search'
import { useEmbedColumns } from './embed-columns'
import { embedsQuery } from './queries'

const EmbedCodeDialog = lazy(async () => ({ default: (await import('./embed-code-dialog')).EmbedCodeDialog }))
const route = getRouteApi('/$environmentId/embedded_reports')

/** Reports that pages of other sites show. */
export function EmbedsScreen() {
  const t = useText()
  const place = usePlace()
  const { environmentId } = place
  const rights = useRights('Embed Reports', 'Embed')
  const { q, page, code } = route.useSearch()
  const navigate = route.useNavigate()
  const showCode = (id: string) => void navigate({ search: (old) => ({ ...old, code: id }) })
  const list = useQuery({
    ...embedsQuery(place, { pageNum: page, ...(q !== '' && { phrase: q }) }),
    enabled: rights.read,
  })
  const columns = useEmbedColumns(showCode)
  const open = ({ id, status }: Embed) => {
    if (status === 'active') showCode(id)
  }
  const make = rights.create && (
    <LinkButton
      variant="primary"
      icon={<Plus size={16} />}
      to="/$environmentId/embedded_reports/new"
      params={{ environmentId }}
    >
      {t('reports:embeds.new')}
    </LinkButton>
  )
  return (
    <>
      <ListScreen
        title={t('reports:embedsTitle')}
        noAccess={!rights.read && <NoAccess what={t('reports:embedsTitle')} />}
        primary={make}
        list={list}
        isNarrowed={q !== ''}
        firstUse={
          <div className="pt-10">
            <State icon={<FrameCorners size={20} />} title={t('reports:embeds.none')} actions={make}>
              {t('reports:embeds.about')}
            </State>
          </div>
        }
        tools={
          <ListTools>
            <ListSearch
              label={t('reports:embeds.search')}
              phrase={q}
              onChange={(phrase) => void navigate({ search: { q: phrase }, replace: true })}
            />
          </ListTools>
        }
      >
        <PagedList
          label={t('reports:embedsTitle')}
          list={list}
          columns={columns}
          rowName={({ name }) => name}
          {...(rights.update && { onOpen: open })}
          page={page}
          onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
          failed={t('reports:embeds.failed')}
          empty={
            <NothingFound
              title={t('reports:embeds.nothing')}
              clear={t('reports:embeds.clear')}
              onClear={() => void navigate({ search: allEmbeds, replace: true })}
            >
              {t('reports:embeds.nothingWhere')}
            </NothingFound>
          }
        />
      </ListScreen>
      <Suspense>
        {code !== '' && rights.update && <EmbedCodeDialog id={code} onClose={() => showCode('')} />}
      </Suspense>
    </>
  )
}
