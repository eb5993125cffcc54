import type { Campaign } from '@kinora/contract'
import { ArrowSquareOut } from '@phosphor-icons/react/dist/csr/ArrowSquareOut'
import { Pause } from '@phosphor-icons/react/dist/csr/Pause'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { useRights } from '../../identity'
import { useTurn } from './use-turn-campaign'

const CampaignForm = lazy(async () => ({ default: (await import('./campaign-form')).CampaignForm }))
const DeleteCampaign = lazy(async () => ({ default: (await import('./delete-campaign')).DeleteCampaign }))

interface CampaignMenuProps {
  readonly campaign: Campaign
  /** Button that opens the menu. */
  readonly trigger: ReactNode
  /** Whether the menu links to the campaign's page, as in a list. */
  readonly isOpenable?: boolean
  readonly onDeleted?: () => void
}

/** Menu with the actions on a campaign. */
export function CampaignMenu({ campaign, trigger, isOpenable = false, onDeleted }: CampaignMenuProps) {
  const t = useText()
  const rights = useRights('Ad Insertion', 'Campaign')
  const { to, turn } = useTurn(campaign)
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  const { id, environmentId, name } = campaign
  const close = () => setAsked(undefined)
  if (!isOpenable && !rights.update && !rights.delete) return null
  return (
    <>
      <Menu label={t('campaigns:campaigns.actions.of', { name })} trigger={trigger}>
        {isOpenable && (
          <MenuItem
            icon={<ArrowSquareOut size={16} className="rtl:-scale-x-100" />}
            href={`/${environmentId}/campaigns/${id}`}
          >
            {t('campaigns:campaigns.actions.open')}
          </MenuItem>
        )}
        {rights.update && (
          <MenuItem icon={<PencilSimple size={16} />} onAction={() => setAsked('edit')}>
            {t('campaigns:campaigns.actions.edit')}
          </MenuItem>
        )}
        {rights.update && (
          <MenuItem icon={to === 'pause' ? <Pause size={16} /> : <Play size={16} />} onAction={turn}>
            {t(`campaigns:campaigns.actions.${to}`)}
          </MenuItem>
        )}
        {rights.delete && (
          <MenuItem danger icon={<Trash size={16} />} onAction={() => setAsked('delete')}>
            {t('campaigns:campaigns.actions.delete')}
          </MenuItem>
        )}
      </Menu>
      <Suspense>
        {asked === 'edit' && <CampaignForm campaign={campaign} onClose={close} />}
        {asked === 'delete' && (
          <DeleteCampaign campaign={campaign} onClose={close} {...(onDeleted && { onDeleted })} />
        )}
      </Suspense>
    </>
  )
}
