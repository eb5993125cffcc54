import type { Portrait } from '@kinora/contract'
import { DeviceMobile } from '@phosphor-icons/react/dist/csr/DeviceMobile'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { IconButton } from '../../../ui/icon-button'
import { LinkButton } from '../../../ui/link-button'
import { ListFault } from '../../../ui/list-fault'
import { ObjectPage } from '../../../ui/object-page'
import { ObjectScreen } from '../../../ui/object-screen'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { TabLink, TabLinks } from '../../../ui/tab-links'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { contentQuery, MetadataTab, ThumbnailsTab } from '../../library'
import { PortraitMenu } from '../portraits/portrait-menu'
import { PortraitStatus } from '../portraits/portrait-status'
import { portraitQuery } from '../queries'
import { Overview } from './overview'

const to = '/$environmentId/portrait-pro/$portraitId'
const route = getRouteApi('/$environmentId/portrait-pro_/$portraitId')

export function PortraitScreen() {
  const t = useText()
  const { portraitId } = route.useParams()
  const { environment } = useWorkspace()
  const rights = useRights('Portrait Pro', 'Portrait')
  const query = useQuery({ ...portraitQuery(environment.id, portraitId), enabled: rights.read })
  return (
    <ObjectScreen
      title={t('portrait:page.title')}
      query={query}
      noAccess={!rights.read && <NoAccess what={t('portrait:list.title')} />}
      skeleton={<Skeleton className="mt-8 h-60 w-full" />}
      gone={
        <State
          icon={<DeviceMobile size={20} />}
          title={t('portrait:page.gone')}
          actions={
            <LinkButton
              variant="primary"
              to="/$environmentId/portrait-pro"
              params={{ environmentId: environment.id }}
            >
              {t('portrait:page.back')}
            </LinkButton>
          }
        >
          {t('portrait:page.goneWhy')}
        </State>
      }
      failed={t('portrait:page.failed')}
      safe={t('ui:safe')}
    >
      {(portrait) => <PortraitPage key={portrait.id} portrait={portrait} />}
    </ObjectScreen>
  )
}

function PortraitPage({ portrait }: { readonly portrait: Portrait }) {
  const t = useText()
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const { id, environmentId, name } = portrait
  const params = { environmentId, portraitId: id }
  return (
    <ObjectPage
      name={name}
      crumbs={
        <Breadcrumbs>
          <Link to="/$environmentId/portrait-pro" params={params} search={{}}>
            {t('portrait:list.title')}
          </Link>
        </Breadcrumbs>
      }
      beside={<PortraitStatus portrait={portrait} />}
      actions={
        <PortraitMenu
          portrait={portrait}
          onDeleted={() => void navigate({ to: '/$environmentId/portrait-pro', params, search: {} })}
          trigger={
            <IconButton outlined label={t('portrait:actions.of', { name })}>
              <DotsThree size={16} weight="bold" />
            </IconButton>
          }
        />
      }
      tabs={
        <TabLinks label={t('portrait:page.tabs')}>
          <TabLink to={to} params={params} search={{}} current={tab === undefined}>
            {t('portrait:page.overview')}
          </TabLink>
          <TabLink to={to} params={params} search={{ tab: 'thumbnails' }}>
            {t('portrait:page.thumbnails')}
          </TabLink>
          <TabLink to={to} params={params} search={{ tab: 'metadata' }}>
            {t('portrait:page.metadata')}
          </TabLink>
        </TabLinks>
      }
    >
      {tab === undefined ? <Overview portrait={portrait} /> : <ResultTab portrait={portrait} tab={tab} />}
    </ObjectPage>
  )
}

interface ResultTabProps {
  readonly portrait: Portrait
  readonly tab: 'thumbnails' | 'metadata'
}

/** A tab of the video of the result. */
function ResultTab({ portrait: { resultId }, tab }: ResultTabProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const query = contentQuery(environment.id, resultId ?? '')
  const result = useQuery({ ...query, enabled: resultId !== null })
  if (resultId === null) return <p className="pt-6 text-ink-2">{t('portrait:page.noResult')}</p>
  if (result.isError && !result.data)
    return <ListFault title={t('portrait:page.noVideo')} safe={t('ui:safe')} list={result} />
  if (!result.data) return <Skeleton className="mt-6 h-60 w-full" />
  return tab === 'thumbnails' ? (
    <ThumbnailsTab content={result.data} startAt={undefined} />
  ) : (
    <MetadataTab content={result.data} />
  )
}
