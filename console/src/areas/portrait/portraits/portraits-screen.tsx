import { DeviceMobile } from '@phosphor-icons/react/dist/csr/DeviceMobile'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { ListScreen } from '../../../ui/list-screen'
import { ListSearch } from '../../../ui/list-search'
import { ListTools } from '../../../ui/list-tools'
import { NothingFound } from '../../../ui/nothing-found'
import { PagedList } from '../../../ui/paged-list'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { portraitsQuery } from '../queries'
import { allPortraits, type PortraitsSearch } from '../search'
import { usePortraitColumns } from './portrait-columns'

const CreatePortrait = lazy(async () => ({ default: (await import('./create-portrait')).CreatePortrait }))

const route = getRouteApi('/$environmentId/portrait-pro')

export function PortraitsScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Portrait Pro', 'Portrait')
  const { q, page, new: isMaking } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery({
    ...portraitsQuery(environment.id, { pageNum: page, ...(q !== '' && { phrase: q }) }),
    enabled: rights.read,
  })
  const change = (next: Partial<PortraitsSearch>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true })
  const columns = usePortraitColumns()
  const make = rights.create && (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      onPress={() => void navigate({ search: (old) => ({ ...old, new: true }), resetScroll: false })}
    >
      {t('portrait:list.new')}
    </Button>
  )
  return (
    <ListScreen
      title={t('portrait:list.title')}
      noAccess={!rights.read && <NoAccess what={t('portrait:list.title')} />}
      primary={make}
      list={list}
      isNarrowed={q !== ''}
      firstUse={
        <div className="pt-10">
          <State icon={<DeviceMobile size={20} />} title={t('portrait:list.none')} actions={make}>
            {t('portrait:list.about')}
          </State>
        </div>
      }
      tools={
        <ListTools>
          <ListSearch
            label={t('portrait:list.search')}
            phrase={q}
            onChange={(phrase) => change({ q: phrase })}
          />
        </ListTools>
      }
      dialog={isMaking && rights.create && <CreatePortrait onClose={() => change({ new: false, page })} />}
    >
      <PagedList
        label={t('portrait:list.title')}
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        onOpen={({ id, environmentId }) =>
          void navigate({
            to: '/$environmentId/portrait-pro/$portraitId',
            params: { environmentId, portraitId: id },
          })
        }
        page={page}
        onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
        failed={t('portrait:list.failed')}
        empty={
          <NothingFound
            title={t('portrait:list.nothing')}
            clear={t('portrait:list.clear')}
            onClear={() => change(allPortraits)}
          >
            {t('portrait:list.nothingWhere')}
          </NothingFound>
        }
      />
    </ListScreen>
  )
}
