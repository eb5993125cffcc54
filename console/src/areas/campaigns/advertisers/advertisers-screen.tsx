import type { Advertiser } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { SettingsPage } from '../../../ui/settings-page'
import { TabLink, TabLinks } from '../../../ui/tab-links'
import { useRights, useWorkspace } from '../../identity'
import { ReviewList } from '../reviews/review-list'
import { AdvertiserList } from './advertiser-list'

const AdvertiserForm = lazy(async () => ({ default: (await import('./advertiser-form')).AdvertiserForm }))
const InvitePerson = lazy(async () => ({ default: (await import('./invite-person')).InvitePerson }))

const route = getRouteApi('/$environmentId/settings/advertisers')
const to = '/$environmentId/settings/advertisers'

/** Settings of advertisers, with a tab for creative reviews. */
export function AdvertisersScreen() {
  const t = useText()
  const { environment, isActing } = useWorkspace()
  const rights = useRights('Settings', 'Adv Tenant OnBoarding')
  const people = useRights('Settings', 'User', 'organization')
  const mayMake = rights.create && !isActing
  const { tab, new: isMaking } = route.useSearch()
  const navigate = route.useNavigate()
  const [inviting, setInviting] = useState<Advertiser>()
  const params = { environmentId: environment.id }
  const setMaking = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, new: open }), replace: !open, resetScroll: false })
  const add = mayMake && (
    <Button variant="primary" icon={<Plus size={16} />} onPress={() => setMaking(true)}>
      {t('campaigns:advertisers.new')}
    </Button>
  )
  return (
    <SettingsPage
      title={t('campaigns:advertisers.title')}
      about={t('campaigns:advertisers.about')}
      actions={add}
    >
      <TabLinks label={t('campaigns:advertisers.tabs.label')}>
        <TabLink to={to} params={params} search={{}} current={tab === undefined}>
          {t('campaigns:advertisers.tabs.list')}
        </TabLink>
        <TabLink to={to} params={params} search={{ tab: 'reviews' }}>
          {t('campaigns:advertisers.tabs.reviews')}
        </TabLink>
      </TabLinks>
      {tab === 'reviews' ? <ReviewList /> : <AdvertiserList onInvite={setInviting} />}
      <Suspense>
        {isMaking && mayMake && (
          <AdvertiserForm
            advertiser={null}
            onClose={() => setMaking(false)}
            onMade={(made) => {
              setMaking(false)
              if (people.create && !isActing) setInviting(made)
            }}
          />
        )}
        {inviting && <InvitePerson advertiser={inviting} onClose={() => setInviting(undefined)} />}
      </Suspense>
    </SettingsPage>
  )
}
