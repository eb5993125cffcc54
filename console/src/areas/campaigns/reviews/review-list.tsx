import type { CampaignCreative } from '@kinora/contract'
import { SealCheck } from '@phosphor-icons/react/dist/csr/SealCheck'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { Moment } from '../../../ui/moment'
import { PagedList } from '../../../ui/paged-list'
import { Segmented } from '../../../ui/segmented'
import { State } from '../../../ui/state'
import type { Column } from '../../../ui/table-parts'
import { useWorkspace } from '../../identity'
import { reviewsQuery } from '../queries'

const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog')).ReviewDialog }))

const route = getRouteApi('/$environmentId/settings/advertisers')
const states = ['waiting', 'approved', 'rejected'] as const

/** List of the creatives of all advertisers, by state. */
export function ReviewList() {
  const t = useText()
  const { environment } = useWorkspace()
  const { state, page } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(reviewsQuery(environment.id, state, page))
  const [open, setOpen] = useState<CampaignCreative>()
  const columns = useReviewColumns(setOpen)
  return (
    <>
      <div className="py-2">
        <Segmented
          label={t('campaigns:reviews.state')}
          value={state}
          options={states.map((id) => ({ id, content: t(`campaigns:reviews.states.${id}`) }))}
          onChange={(next) => void navigate({ search: (old) => ({ ...old, state: next, page: 1 }) })}
        />
      </div>
      <PagedList
        label={t('campaigns:advertisers.tabs.reviews')}
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        onOpen={setOpen}
        page={page}
        onPage={(next, replace) => void navigate({ search: (old) => ({ ...old, page: next }), replace })}
        failed={t('campaigns:reviews.failed')}
        empty={
          <div className="pt-6">
            <State icon={<SealCheck size={20} />} title={t(`campaigns:reviews.none.${state}`)}>
              {t('campaigns:reviews.about')}
            </State>
          </div>
        }
      />
      <Suspense>{open && <ReviewDialog creative={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  )
}

function useReviewColumns(
  onReview: (creative: CampaignCreative) => void,
): readonly Column<CampaignCreative>[] {
  const t = useText()
  return [
    {
      id: 'name',
      head: t('campaigns:reviews.creative'),
      cell: ({ name, campaignName, advertiserName }) => (
        <span className="block min-w-0">
          <bdi className="cut block font-mid text-ink">{name}</bdi>
          <span className="cut block text-12 text-ink-3">
            <bdi>{advertiserName}</bdi> · <bdi>{campaignName}</bdi>
          </span>
        </span>
      ),
    },
    {
      id: 'submitted',
      head: t('campaigns:reviews.submitted'),
      width: '152px',
      from: 'sm',
      cell: ({ submittedAt }) => <Moment time={submittedAt} />,
    },
    {
      id: 'review',
      head: t('campaigns:campaigns.columns.menu'),
      quietHead: true,
      width: '112px',
      cell: (creative) => (
        <Button size="small" onPress={() => onReview(creative)}>
          {t('campaigns:reviews.review')}
        </Button>
      ),
    },
  ]
}
