import type { Campaign } from '@kinora/contract'
import { createCampaignBody } from '@kinora/contract/campaigns/campaigns'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem, useWorkspace } from '../../identity'
import { useSaveCampaign } from '../queries'
import { AdvertiserSelect } from './advertiser-select'
import { CapFields } from './cap-fields'
import { FlightFields } from './flight-fields'
import { PublisherFields } from './publisher-fields'
import { TargetFields } from './target-fields'

interface CampaignFormProps {
  /** Campaign to edit. Null for a new one. */
  readonly campaign: Campaign | null
  /** Advertiser of a new campaign. */
  readonly advertiserId?: string | undefined
  readonly onClose: () => void
}

const DAY_MS = 24 * 3600 * 1000

/** Default flight: thirty days from today. */
function newFlight() {
  const start = new Date()
  start.setHours(0, 0, 0, 0)
  return { startsAt: start.toISOString(), endsAt: new Date(start.getTime() + 30 * DAY_MS).toISOString() }
}

/** Dialog that creates a campaign and opens its page, or edits a campaign. */
export function CampaignForm({ campaign, advertiserId, onClose }: CampaignFormProps) {
  const t = useText()
  const formId = useId()
  const navigate = useNavigate()
  const isPublisher = useIsPublisher()
  const save = useSaveCampaign(campaign?.id ?? null)
  const { startsAt, endsAt } = campaign ?? newFlight()
  const form = useSchemaForm(createCampaignBody, {
    name: campaign?.name ?? '',
    startsAt,
    endsAt,
    ...(isPublisher && { advertiserId: campaign?.advertiserId ?? advertiserId ?? '' }),
    viewerViews: campaign?.viewerViews ?? null,
    viewerHours: campaign?.viewerHours ?? 24,
    totalImpressions: campaign?.totalImpressions ?? null,
    countries: campaign?.countries ?? [],
    deviceTypes: campaign?.deviceTypes ?? [],
    tags: campaign?.tags ?? [],
    ...(isPublisher && {
      priority: campaign?.priority ?? 5,
      cpm: campaign?.cpm ?? null,
      currency: campaign?.currency ?? 'USD',
      channelIds: campaign?.channelIds ?? [],
      streamIds: campaign?.streamIds ?? [],
    }),
  })
  const action = campaign === null ? 'create' : 'edit'
  const send = form.handleSubmit((body) =>
    save.mutate(body, {
      onSuccess: ({ id, environmentId, name }) => {
        toast({ text: t(`campaigns:campaigns.done.${action}`, { name }), tone: 'good' })
        if (campaign !== null) return onClose()
        const params = { environmentId, campaignId: id }
        void navigate({ to: '/$environmentId/campaigns/$campaignId', params })
      },
      onError: (error) => {
        const fields = ['name', 'advertiserId', 'startsAt', 'endsAt', 'countries'] as const
        if (error instanceof Problem && showFieldProblems(form, error, fields)) save.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t(`campaigns:campaigns.form.${action}`)}
      dirty={form.formState.isDirty}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('campaigns:campaigns.cancel')}
      submit={{ form: formId, label: t(`campaigns:campaigns.submit.${action}`) }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField {...useField(form, 'name')} autoFocus label={t('campaigns:campaigns.columns.name')} />
        {campaign === null && isPublisher && <AdvertiserSelect form={form} />}
        <FlightFields form={form} />
        <CapFields form={form} />
        <TargetFields form={form} />
        {isPublisher && <PublisherFields form={form} />}
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}

/** Whether the user works for the publisher. People of an advertiser have no other rights. */
function useIsPublisher(): boolean {
  const { environment } = useWorkspace()
  return environment.grants.some((right) => !right.startsWith('Ad Insertion.Campaign.'))
}
