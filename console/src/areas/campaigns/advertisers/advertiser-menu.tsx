import type { Advertiser } from '@kinora/contract'
import { Flag } from '@phosphor-icons/react/dist/csr/Flag'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Power } from '@phosphor-icons/react/dist/csr/Power'
import { Prohibit } from '@phosphor-icons/react/dist/csr/Prohibit'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { UserPlus } from '@phosphor-icons/react/dist/csr/UserPlus'
import { type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights, useWorkspace } from '../../identity'
import { useTurnAdvertiser } from '../queries'

const AdvertiserForm = lazy(async () => ({ default: (await import('./advertiser-form')).AdvertiserForm }))
const DeleteAdvertiser = lazy(async () => ({
  default: (await import('./delete-advertiser')).DeleteAdvertiser,
}))

interface AdvertiserMenuProps {
  readonly advertiser: Advertiser
  readonly trigger: ReactNode
  readonly onInvite: (advertiser: Advertiser) => void
}

/** Menu with the actions on an advertiser. */
export function AdvertiserMenu({ advertiser, trigger, onInvite }: AdvertiserMenuProps) {
  const t = useText()
  const rights = useRights('Settings', 'Adv Tenant OnBoarding')
  const people = useRights('Settings', 'User', 'organization')
  const { isActing } = useWorkspace()
  const seesCampaigns = useRights('Ad Insertion', 'Campaign').read
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  const onError = useProblemToast(t('campaigns:advertisers.actions.failed'))
  const { mutate } = useTurnAdvertiser(advertiser)
  const { id, environmentId, name, enabled } = advertiser
  const close = () => setAsked(undefined)
  const turn = () =>
    mutate(!enabled, {
      onError,
      onSuccess: () =>
        toast({
          text: t(`campaigns:advertisers.done.${enabled ? 'disable' : 'enable'}`, { name }),
          tone: 'good',
        }),
    })
  return (
    <>
      <Menu label={t('campaigns:campaigns.actions.of', { name })} trigger={trigger}>
        {seesCampaigns && (
          <MenuItem icon={<Flag size={16} />} href={`/${environmentId}/campaigns?advertiser=${id}`}>
            {t('campaigns:advertisers.actions.campaigns')}
          </MenuItem>
        )}
        {people.create && !isActing && (
          <MenuItem icon={<UserPlus size={16} />} onAction={() => onInvite(advertiser)}>
            {t('campaigns:advertisers.actions.invite')}
          </MenuItem>
        )}
        {rights.update && !isActing && (
          <MenuItem icon={<PencilSimple size={16} />} onAction={() => setAsked('edit')}>
            {t('campaigns:campaigns.actions.edit')}
          </MenuItem>
        )}
        {rights.update && !isActing && (
          <MenuItem icon={enabled ? <Prohibit size={16} /> : <Power size={16} />} onAction={turn}>
            {t(`campaigns:advertisers.actions.${enabled ? 'disable' : 'enable'}`)}
          </MenuItem>
        )}
        {rights.delete && !isActing && (
          <MenuItem danger icon={<Trash size={16} />} onAction={() => setAsked('delete')}>
            {t('campaigns:campaigns.actions.delete')}
          </MenuItem>
        )}
      </Menu>
      <Suspense>
        {asked === 'edit' && <AdvertiserForm advertiser={advertiser} onClose={close} />}
        {asked === 'delete' && <DeleteAdvertiser advertiser={advertiser} onClose={close} />}
      </Suspense>
    </>
  )
}
