import type { CampaignCreative } from '@kinora/contract'
import { createCreativeBody } from '@kinora/contract/campaigns/creatives'
import { useId } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { useSaveCreative } from '../queries'

interface CreativeFormProps {
  readonly campaignId: string
  /** Creative to edit. Null for a new one. */
  readonly creative: CampaignCreative | null
  readonly onClose: () => void
}

const offeredSkipsS = [3, 5, 10, 15, 30]
const NEVER = 'never'

export function CreativeForm({ campaignId, creative, onClose }: CreativeFormProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const save = useSaveCreative(campaignId, creative?.id ?? null)
  const form = useSchemaForm(createCreativeBody, {
    name: creative?.name ?? '',
    mediaUrl: creative?.mediaUrl ?? '',
    clickThroughUrl: creative?.clickThroughUrl ?? null,
    skipAfterS: creative?.skipAfterS ?? null,
  })
  const page = useField(form, 'clickThroughUrl')
  const skip = useField(form, 'skipAfterS')
  const skips = [...new Set([...offeredSkipsS, ...(skip.value ? [skip.value] : [])])].toSorted(
    (a, b) => a - b,
  )
  const action = creative === null ? 'create' : 'edit'
  const send = form.handleSubmit((body) =>
    save.mutate(body, {
      onSuccess: ({ name, state }) => {
        toast({
          text: t(`campaigns:campaign.creatives.done.${state}`, { name }),
          tone: 'good',
        })
        onClose()
      },
      onError: (error) => {
        const fields = ['name', 'mediaUrl', 'clickThroughUrl'] as const
        if (error instanceof Problem && showFieldProblems(form, error, fields)) save.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t(`campaigns:campaign.creatives.form.${action}`)}
      dirty={form.formState.isDirty}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('campaigns:campaigns.cancel')}
      submit={{ form: formId, label: t('campaigns:campaign.creatives.submit') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField {...useField(form, 'name')} autoFocus label={t('campaigns:campaigns.columns.name')} />
        <TextField
          {...useField(form, 'mediaUrl')}
          ltr
          type="url"
          label={t('campaigns:campaign.creatives.file')}
          help={t('campaigns:campaign.creatives.fileHelp')}
        />
        <TextField
          {...page}
          ltr
          optional
          type="url"
          value={page.value ?? ''}
          onChange={(typed) => page.onChange(typed.trim() === '' ? null : typed.trim())}
          label={t('campaigns:campaign.creatives.page')}
          help={t('campaigns:campaign.creatives.pageHelp')}
        />
        <Select
          label={t('campaigns:campaign.creatives.skip')}
          value={skip.value ? String(skip.value) : NEVER}
          onChange={(id) => skip.onChange(id === NEVER ? null : Number(id))}
          options={[
            { id: NEVER, label: t('campaigns:reviews.notSkippable') },
            ...skips.map((seconds) => ({ id: String(seconds), label: format.duration(seconds) })),
          ]}
        />
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}
