import type { Campaign } from '@kinora/contract'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { Flag } from '@phosphor-icons/react/dist/csr/Flag'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
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
  const query = useQuery({ ...campaignQuery(environment.id, campaignId), enabled: rights.read })
  return (
    <ObjectScreen
      title={t('campaigns:campaign.title')}
      query={query}
      noAccess={!rights.read && <NoAccess what={t('campaigns:campaigns.title')} />}
      skeleton={<Skeleton className="mt-8 h-60 w-full" />}
      gone={
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
      }
      failed={t('campaigns:campaign.failed')}
      safe={t('ui:safe')}
    >
      {(campaign) => <CampaignPage key={campaign.id} campaign={campaign} />}
    </ObjectScreen>
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
    <ObjectPage
      name={name}
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
      tabs={
        <TabLinks label={t('campaigns:campaign.tabs.label')}>
          <TabLink to={to} params={params} search={{}} current={tab === undefined}>
            {t('campaigns:campaign.tabs.overview')}
          </TabLink>
          <TabLink to={to} params={params} search={{ tab: 'report' }}>
            {t('campaigns:campaign.tabs.report')}
          </TabLink>
        </TabLinks>
      }
    >
      {tab === 'report' ? <ReportTab campaign={campaign} /> : <CampaignOverview campaign={campaign} />}
    </ObjectPage>
  )
}
