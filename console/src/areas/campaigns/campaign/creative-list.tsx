import type { Campaign, CampaignCreative } from '@kinora/contract'
import { campaignLimits } from '@kinora/contract/campaigns/values'
import { FilmSlate } from '@phosphor-icons/react/dist/csr/FilmSlate'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { ListFault } from '../../../ui/list-fault'
import { State } from '../../../ui/state'
import { Table } from '../../../ui/table'
import { useRights } from '../../identity'
import { CreativePreview } from '../creative-preview'
import { creativesQuery } from '../queries'
import { useCreativeColumns } from './creative-columns'

const CreativeForm = lazy(async () => ({ default: (await import('./creative-form')).CreativeForm }))
const ReviewDialog = lazy(async () => ({ default: (await import('../reviews/review-dialog')).ReviewDialog }))

export function CreativeList({ campaign }: { readonly campaign: Campaign }) {
  const t = useText()
  const rights = useRights('Ad Insertion', 'Campaign')
  const { update: mayReview } = useRights('Settings', 'Adv Tenant OnBoarding')
  const list = useQuery(creativesQuery(campaign.environmentId, campaign.id))
  const [isAdding, setAdding] = useState(false)
  const [open, setOpen] = useState<CampaignCreative>()
  const columns = useCreativeColumns()
  const items = list.data?.items
  const isEmpty = items?.length === 0
  const close = () => setOpen(undefined)
  const add = rights.update && (items?.length ?? 0) < campaignLimits.creatives && (
    <Button size={isEmpty ? 'normal' : 'small'} icon={<Plus size={16} />} onPress={() => setAdding(true)}>
      {t('campaigns:campaign.creatives.add')}
    </Button>
  )
  return (
    <section className="min-w-0">
      <header className="flex min-h-9 items-center justify-between gap-3 border-b border-rule-2 pb-1">
        <h2 className="text-14 font-head">{t('campaigns:campaign.creatives.title')}</h2>
        {/* Not while the list loads: the button would move away under a press. */}
        {!list.isPending && !isEmpty && add}
      </header>
      {list.isError && !list.data ? (
        <ListFault title={t('campaigns:campaign.creatives.failed')} safe={t('ui:safe')} list={list} />
      ) : isEmpty ? (
        <div className="pt-6">
          <State icon={<FilmSlate size={20} />} title={t('campaigns:campaign.creatives.none')} actions={add}>
            {t('campaigns:campaign.creatives.noneAbout')}
          </State>
        </div>
      ) : (
        <Table
          label={t('campaigns:campaign.creatives.title')}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          onOpen={setOpen}
          skeletonRows={2}
        />
      )}
      <Suspense>
        {isAdding && (
          <CreativeForm campaignId={campaign.id} creative={null} onClose={() => setAdding(false)} />
        )}
        {open && mayReview && <ReviewDialog creative={open} onClose={close} />}
        {open && !mayReview && (
          <Dialog isOpen wide title={open.name} onOpenChange={close}>
            <CreativePreview creative={open} />
          </Dialog>
        )}
      </Suspense>
    </section>
  )
}
