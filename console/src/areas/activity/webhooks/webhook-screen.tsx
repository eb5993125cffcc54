import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { ErrorState } from '../../../ui/error-state'
import { SettingsHeading, SettingsPage } from '../../../ui/settings-page'
import { Skeleton } from '../../../ui/skeleton'
import { useWorkspace } from '../../identity'
import { Deliveries } from './deliveries'
import { webhookQuery } from './queries'
import { WebhookActions } from './webhook-actions'
import { WebhookFacts } from './webhook-facts'
import { WebhookStatus } from './webhook-status'

const route = getRouteApi('/$environmentId/settings/webhooks_/$webhookId')

/** One webhook: its event types and its deliveries. */
export function WebhookScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const { webhookId } = route.useParams()
  const { data: webhook, error, isFetching, refetch } = useQuery(webhookQuery(environment.id, webhookId))
  return (
    <SettingsPage
      title={webhook?.url ?? t('activity:webhooks.title')}
      heading={
        webhook && (
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-sm:col-span-2 max-sm:pb-2">
            <SettingsHeading>
              <span className="ltr font-code font-mid max-md:text-16 max-sm:text-14">{webhook.url}</span>
            </SettingsHeading>
            <WebhookStatus webhook={webhook} />
          </div>
        )
      }
      crumbs={
        <Breadcrumbs>
          <Link from="/$environmentId/settings/webhooks/$webhookId" to="/$environmentId/settings/webhooks">
            {t('activity:webhooks.title')}
          </Link>
        </Breadcrumbs>
      }
      actions={webhook && <WebhookActions webhook={webhook} />}
    >
      {webhook ? (
        <>
          <WebhookFacts webhook={webhook} />
          <Deliveries webhook={webhook} />
        </>
      ) : error ? (
        <div className="pt-10">
          <ErrorState
            title={t('activity:webhooks.failed')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <div aria-busy>
          <Skeleton className="mt-4 h-60" />
        </div>
      )}
    </SettingsPage>
  )
}
