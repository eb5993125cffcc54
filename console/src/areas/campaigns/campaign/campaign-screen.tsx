import type { Campaign } from '@kinora/contract'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { Flag } from '@phosphor-icons/react/dist/csr/Flag'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
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
import { CampaignMenu } from '../campaigns/campaign-menu'
import { CampaignStatus } from '../campaigns/campaign-status'
import { useTurn } from '../campaigns/use-turn-campaign'
import { campaignQuery } from '../queries'
import { CampaignOverview } from './overview'

const ReportTab = lazy(async () => ({ default: (await import('./report-tab')).ReportTab }))

const to = '/$environmentId/campaigns/$campaignId'
const route = getRouteApi('/$environmentId/campaigns_/$campaignId')

export function CampaignScreen() {
  const t = useText()
  const { campaignId } = route.useParams()
  const { environment } = useWorkspace()
  const rights = useRights('Ad Insertion', 'Campaign')
  const roleName = useRoleName()
  const { data, error, isFetching, refetch } = useQuery({
    ...campaignQuery(environment.id, campaignId),
    enabled: rights.read,
  })
  if (rights.read && data && !isGone(error)) return <CampaignPage key={data.id} campaign={data} />
  if (rights.read && !error) return <CampaignSkeleton />
  return (
    <Page title={t('campaigns:campaign.title')}>
      <div className="pt-10">
        {!rights.read ? (
          <NoAccess what={t('campaigns:campaigns.title')} role={roleName(environment.role)} />
        ) : isGone(error) ? (
          <State
            icon={<Flag size={20} />}
            title={t('campaigns:campaign.gone.title')}
            actions={
              <LinkButton
                variant="primary"
                to="/$environmentId/campaigns"
                params={{ environmentId: environment.id }}
              >
                {t('campaigns:campaign.gone.back')}
              </LinkButton>
            }
          >
            {t('campaigns:campaign.gone.why')}
          </State>
        ) : (
          <ErrorState
            title={t('campaigns:campaign.failed')}
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

function CampaignPage({ campaign }: { readonly campaign: Campaign }) {
  const t = useText()
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const rights = useRights('Ad Insertion', 'Campaign')
  const turning = useTurn(campaign)
  const { id, environmentId, name, enabled } = campaign
  const params = { environmentId, campaignId: id }
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
          <Link to="/$environmentId/campaigns" params={params} search={{}}>
            {t('campaigns:campaigns.title')}
          </Link>
        </Breadcrumbs>
      }
      beside={<CampaignStatus campaign={campaign} />}
      actions={
        <>
          {rights.update && !enabled && (
            <Button
              variant="primary"
              icon={<Play size={16} />}
              busy={turning.isPending}
              onPress={turning.turn}
            >
              {t('campaigns:campaigns.actions.resume')}
            </Button>
          )}
          <CampaignMenu
            campaign={campaign}
            onDeleted={() => void navigate({ to: '/$environmentId/campaigns', params, search: {} })}
            trigger={
              <IconButton outlined label={t('campaigns:campaigns.actions.of', { name })}>
                <DotsThree size={16} weight="bold" />
              </IconButton>
            }
          />
        </>
      }
    >
      <TabLinks label={t('campaigns:campaign.tabs.label')}>
        <TabLink to={to} params={params} search={{}} current={tab === undefined}>
          {t('campaigns:campaign.tabs.overview')}
        </TabLink>
        <TabLink to={to} params={params} search={{ tab: 'report' }}>
          {t('campaigns:campaign.tabs.report')}
        </TabLink>
      </TabLinks>
      <Suspense fallback={<Skeleton className="mt-6 h-60 w-full" />}>
        {tab === 'report' ? <ReportTab campaign={campaign} /> : <CampaignOverview campaign={campaign} />}
      </Suspense>
    </Page>
  )
}

/** An invalid id counts as a deleted campaign. */
function isGone(error: unknown): boolean {
  return error instanceof Problem && (error.id === 'not-found' || error.id === 'request-invalid')
}

function CampaignSkeleton() {
  return (
    <div aria-hidden className="px-8 pt-4.5 pb-10 max-sm:px-4 max-sm:pt-2">
      <Skeleton className="my-1.5 h-3 w-24" />
      <Skeleton className="mt-2 h-6 w-80 max-w-full" />
      <Skeleton className="mt-8 h-60 w-full" />
    </div>
  )
}
