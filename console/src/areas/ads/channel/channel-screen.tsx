import type { AdChannel } from '@kinora/contract'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { Megaphone } from '@phosphor-icons/react/dist/csr/Megaphone'
import { Power } from '@phosphor-icons/react/dist/csr/Power'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { LinkButton } from '../../../ui/link-button'
import { ObjectPage } from '../../../ui/object-page'
import { ObjectScreen } from '../../../ui/object-screen'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { TabLink, TabLinks } from '../../../ui/tab-links'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { columnsLook } from '../../library'
import { ChannelStatus } from '../channels/channel-columns'
import { ChannelMenu } from '../channels/channel-menu'
import { useTurn } from '../channels/use-turn'
import { channelQuery } from '../queries'
import { ChannelOverview } from './overview'

const SessionsTab = lazy(async () => ({ default: (await import('../sessions/sessions-tab')).SessionsTab }))
const ReconciliationTab = lazy(async () => ({
  default: (await import('../reconciliation/reconciliation-tab')).ReconciliationTab,
}))
const SessionTab = lazy(async () => ({ default: (await import('../sessions/session-tab')).SessionTab }))

const MetadataTab = lazy(async () => ({ default: (await import('./metadata-tab')).MetadataTab }))

const route = getRouteApi('/$environmentId/ad_insertion_/$channelId')

export function ChannelScreen() {
  const t = useText()
  const { channelId } = route.useParams()
  const { environment } = useWorkspace()
  const rights = useRights('Ad Insertion', 'Channel')
  const query = useQuery({ ...channelQuery(environment.id, channelId), enabled: rights.read })
  return (
    <ObjectScreen
      title={t('ads:channel.title')}
      query={query}
      noAccess={!rights.read && <NoAccess what={t('ads:channels.title')} />}
      skeleton={
        <div className={columnsLook}>
          <Skeleton className="aspect-[16/9] w-full" />
          <Skeleton className="h-60 w-full" />
        </div>
      }
      gone={
        <State
          icon={<Megaphone size={20} />}
          title={t('ads:channel.gone.title')}
          actions={
            <LinkButton
              variant="primary"
              to="/$environmentId/ad_insertion"
              params={{ environmentId: environment.id }}
            >
              {t('ads:channel.gone.back')}
            </LinkButton>
          }
        >
          {t('ads:channel.gone.why')}
        </State>
      }
      failed={t('ads:channel.failed')}
      safe={t('ui:safe')}
    >
      {(channel) => <ChannelPage key={channel.id} channel={channel} />}
    </ObjectScreen>
  )
}

function ChannelPage({ channel }: { readonly channel: AdChannel }) {
  const t = useText()
  const { tab, session } = route.useSearch()
  const navigate = route.useNavigate()
  const rights = useRights('Ad Insertion', 'Channel')
  const { turn, isPending } = useTurn(channel)
  const { id, environmentId, name, enabled } = channel
  const params = { environmentId, channelId: id }
  return (
    <ObjectPage
      name={name}
      crumbs={
        <Breadcrumbs>
          <Link to="/$environmentId/ad_insertion" params={params} search={{}}>
            {t('ads:channels.title')}
          </Link>
        </Breadcrumbs>
      }
      beside={<ChannelStatus channel={channel} />}
      actions={
        <>
          {rights.update && !enabled && (
            <Button variant="primary" icon={<Power size={16} />} busy={isPending} onPress={turn}>
              {t('ads:channels.actions.enable')}
            </Button>
          )}
          <ChannelMenu
            channel={channel}
            onDeleted={() => void navigate({ to: '/$environmentId/ad_insertion', params, search: {} })}
            trigger={
              <IconButton outlined label={t('ads:channels.actions.of', { name })}>
                <DotsThree size={16} weight="bold" />
              </IconButton>
            }
          />
        </>
      }
      tabs={
        <TabLinks label={t('ads:channel.tabs.label')}>
          <TabLink
            to="/$environmentId/ad_insertion/$channelId"
            params={params}
            search={{}}
            current={tab === undefined}
          >
            {t('ads:channel.tabs.overview')}
          </TabLink>
          <TabLink to="/$environmentId/ad_insertion/$channelId" params={params} search={{ tab: 'sessions' }}>
            {t('ads:channel.tabs.sessions')}
          </TabLink>
          <TabLink
            to="/$environmentId/ad_insertion/$channelId"
            params={params}
            search={{ tab: 'reconciliation' }}
          >
            {t('ads:channel.tabs.reconciliation')}
          </TabLink>
          <TabLink to="/$environmentId/ad_insertion/$channelId" params={params} search={{ tab: 'metadata' }}>
            {t('ads:channel.tabs.metadata')}
          </TabLink>
        </TabLinks>
      }
    >
      {tab === 'metadata' ? (
        <MetadataTab channel={channel} />
      ) : tab === 'reconciliation' ? (
        <ReconciliationTab channel={channel} />
      ) : tab !== 'sessions' ? (
        <ChannelOverview channel={channel} />
      ) : session === undefined ? (
        <SessionsTab channel={channel} />
      ) : (
        <SessionTab channel={channel} sessionId={session} />
      )}
    </ObjectPage>
  )
}
