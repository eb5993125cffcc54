import type { AdChannel } from '@kinora/contract'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { Megaphone } from '@phosphor-icons/react/dist/csr/Megaphone'
import { Power } from '@phosphor-icons/react/dist/csr/Power'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Problem } from '../../../lib/problem'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Button } from '../../../ui/button'
import { ErrorState } from '../../../ui/error-state'
import { IconButton } from '../../../ui/icon-button'
import { LinkButton } from '../../../ui/link-button'
import { Page } from '../../../ui/page'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { TabLink, TabLinks } from '../../../ui/tab-links'
import { NoAccess, useRights, useRoleName, useWorkspace } from '../../identity'
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

const route = getRouteApi('/$environmentId/ad-insertion_/$channelId')

export function ChannelScreen() {
  const t = useText()
  const { channelId } = route.useParams()
  const { environment } = useWorkspace()
  const rights = useRights('Ad Insertion', 'Channel')
  const roleName = useRoleName()
  const { data, error, isFetching, refetch } = useQuery({
    ...channelQuery(environment.id, channelId),
    enabled: rights.read,
  })
  if (rights.read && data && !isGone(error)) return <ChannelPage key={data.id} channel={data} />
  if (rights.read && !error) return <ChannelSkeleton />
  return (
    <Page title={t('ads:channel.title')}>
      <div className="pt-10">
        {!rights.read ? (
          <NoAccess what={t('ads:channels.title')} role={roleName(environment.role)} />
        ) : isGone(error) ? (
          <State
            icon={<Megaphone size={20} />}
            title={t('ads:channel.gone.title')}
            actions={
              <LinkButton
                variant="primary"
                to="/$environmentId/ad-insertion"
                params={{ environmentId: environment.id }}
              >
                {t('ads:channel.gone.back')}
              </LinkButton>
            }
          >
            {t('ads:channel.gone.why')}
          </State>
        ) : (
          <ErrorState
            title={t('ads:channel.failed')}
            safe={t('ui:safe')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </div>
    </Page>
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
    <Page
      title={name}
      heading={
        <h1 className="min-w-0 text-22 font-head text-balance wrap-anywhere">
          <bdi>{name}</bdi>
        </h1>
      }
      crumbs={
        <Breadcrumbs>
          <Link to="/$environmentId/ad-insertion" params={params} search={{}}>
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
            onDeleted={() => void navigate({ to: '/$environmentId/ad-insertion', params, search: {} })}
            trigger={
              <IconButton outlined label={t('ads:channels.actions.of', { name })}>
                <DotsThree size={16} weight="bold" />
              </IconButton>
            }
          />
        </>
      }
    >
      <TabLinks label={t('ads:channel.tabs.label')}>
        <TabLink
          to="/$environmentId/ad-insertion/$channelId"
          params={params}
          search={{}}
          current={tab === undefined}
        >
          {t('ads:channel.tabs.overview')}
        </TabLink>
        <TabLink to="/$environmentId/ad-insertion/$channelId" params={params} search={{ tab: 'sessions' }}>
          {t('ads:channel.tabs.sessions')}
        </TabLink>
        <TabLink
          to="/$environmentId/ad-insertion/$channelId"
          params={params}
          search={{ tab: 'reconciliation' }}
        >
          {t('ads:channel.tabs.reconciliation')}
        </TabLink>
        <TabLink to="/$environmentId/ad-insertion/$channelId" params={params} search={{ tab: 'metadata' }}>
          {t('ads:channel.tabs.metadata')}
        </TabLink>
      </TabLinks>
      <Suspense fallback={<Skeleton className="mt-6 h-60 w-full" />}>
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
      </Suspense>
    </Page>
  )
}

/** An invalid id counts as a deleted channel. */
function isGone(error: unknown): boolean {
  return error instanceof Problem && (error.id === 'not-found' || error.id === 'request-invalid')
}

function ChannelSkeleton() {
  return (
    <div aria-hidden className="px-8 pt-4.5 pb-10 max-sm:px-4 max-sm:pt-2">
      <Skeleton className="my-1.5 h-3 w-24" />
      <Skeleton className="mt-2 h-6 w-80 max-w-full" />
      <div className={columnsLook}>
        <Skeleton className="aspect-[16/9] w-full" />
        <Skeleton className="h-60 w-full" />
      </div>
    </div>
  )
}
