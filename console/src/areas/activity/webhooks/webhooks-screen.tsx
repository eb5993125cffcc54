import type { Webhook } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { WebhooksLogo } from '@phosphor-icons/react/dist/csr/WebhooksLogo'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { PagedList } from '../../../ui/paged-list'
import { SettingsPage } from '../../../ui/settings-page'
import { State } from '../../../ui/state'
import { useWorkspace } from '../../identity'
import { creatingWebhook, webhooksQuery } from './queries'
import { useWebhookColumns } from './webhook-columns'

const NewWebhook = lazy(async () => ({ default: (await import('./new-webhook')).NewWebhook }))
const WebhookSecret = lazy(async () => ({
  default: (await import('./webhook-secret')).WebhookSecret,
}))
const route = getRouteApi('/$environmentId/settings/webhooks')

export function WebhooksScreen() {
  const t = useText()
  const { environment, organization, isActing, can } = useWorkspace()
  const { page, new: making } = route.useSearch()
  const navigate = route.useNavigate()
  const [secret, setSecret] = useState<string>()
  const list = useQuery(webhooksQuery(organization.id, environment.id, page))
  const columns = useWebhookColumns()
  const isCreating = useIsMutating(creatingWebhook) > 0
  const mayMake = can(['Settings', 'Webhook', 'create']) && !isActing
  const setDialogOpen = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, new: open }), replace: !open, resetScroll: false })
  const open = ({ id, environmentId }: Webhook) =>
    void navigate({
      to: '/$environmentId/settings/webhooks/$webhookId',
      params: { environmentId, webhookId: id },
    })
  const make = (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      disabled={!organization.isActive}
      onPress={() => setDialogOpen(true)}
    >
      {t('activity:webhooks.new')}
    </Button>
  )
  return (
    <SettingsPage
      title={t('activity:webhooks.title')}
      about={t('activity:webhooks.about')}
      actions={mayMake && make}
    >
      <div className="pt-3">
        <PagedList
          label={t('activity:webhooks.title')}
          list={list}
          columns={columns}
          rowName={({ url }) => url}
          onOpen={open}
          page={page}
          onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
          failed={t('activity:webhooks.failed')}
          empty={
            <div className="pt-6">
              <State
                icon={<WebhooksLogo size={20} />}
                title={t('activity:webhooks.none')}
                actions={mayMake && make}
              >
                {t('activity:webhooks.noneAbout')}
              </State>
            </div>
          }
        />
      </div>
      <Suspense>
        {(making || isCreating) && mayMake && organization.isActive && secret === undefined && (
          <NewWebhook
            onClose={() => setDialogOpen(false)}
            onMade={(made) => {
              setSecret(made)
              setDialogOpen(false)
            }}
          />
        )}
        {secret !== undefined && <WebhookSecret secret={secret} onDone={() => setSecret(undefined)} />}
      </Suspense>
    </SettingsPage>
  )
}
