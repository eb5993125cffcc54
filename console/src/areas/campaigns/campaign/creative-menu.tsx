import type { CampaignCreative } from '@kinora/contract'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { type ReactNode, Suspense, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { ConfirmAction } from '../../../ui/confirm-action'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { useDeleteCreative } from '../queries'

const CreativeForm = lazy(async () => ({ default: (await import('./creative-form')).CreativeForm }))

interface CreativeMenuProps {
  readonly creative: CampaignCreative
  readonly trigger: ReactNode
}

/** Menu with the actions on a creative, for users who may edit its campaign. */
export function CreativeMenu({ creative, trigger }: CreativeMenuProps) {
  const t = useText()
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  const remove = useDeleteCreative()
  const name = isolate(creative.name)
  const close = () => setAsked(undefined)
  return (
    <>
      <Menu label={t('campaigns:campaigns.actions.of', { name: creative.name })} trigger={trigger}>
        <MenuItem icon={<PencilSimple size={16} />} onAction={() => setAsked('edit')}>
          {t('campaigns:campaigns.actions.edit')}
        </MenuItem>
        <MenuItem danger icon={<Trash size={16} />} onAction={() => setAsked('delete')}>
          {t('campaigns:campaigns.actions.delete')}
        </MenuItem>
      </Menu>
      <Suspense>
        {asked === 'edit' && (
          <CreativeForm campaignId={creative.campaignId} creative={creative} onClose={close} />
        )}
      </Suspense>
      {asked === 'delete' && (
        <ConfirmAction
          mutation={remove}
          of={creative}
          title={t('campaigns:campaign.creatives.deleteTitle', { name })}
          confirm={t('campaigns:campaign.creatives.delete')}
          cancel={t('campaigns:campaigns.delete.keep')}
          done={t('campaigns:campaigns.delete.done', { name })}
          failed={t('campaigns:campaigns.actions.failed')}
          onClose={close}
        >
          {t('campaigns:campaign.creatives.deleteAbout')}
        </ConfirmAction>
      )}
    </>
  )
}
