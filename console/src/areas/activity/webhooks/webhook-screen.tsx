import { WebhooksLogo } from '@phosphor-icons/react/dist/csr/WebhooksLogo'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { LinkButton } from '../../../ui/link-button'
import { ObjectState } from '../../../ui/object-state'
import { SettingsHeading, SettingsPage } from '../../../ui/settings-page'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
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
  const query = useQuery(webhookQuery(environment.id, webhookId))
  const { data: webhook } = query
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
      ) : (
        <div className="pt-6">
          <ObjectState
            query={query}
            skeleton={
              <div aria-busy>
                <Skeleton className="h-60" />
              </div>
            }
            gone={
              <State
                icon={<WebhooksLogo size={20} />}
                title={t('activity:webhooks.gone')}
                actions={
                  <LinkButton
                    to="/$environmentId/settings/webhooks"
                    params={{ environmentId: environment.id }}
                    variant="primary"
                  >
                    {t('activity:webhooks.goneBack')}
                  </LinkButton>
                }
              >
                {t('activity:webhooks.goneWhy')}
              </State>
            }
            failed={t('activity:webhooks.failed')}
          />
        </div>
      )}
    </SettingsPage>
  )
}
