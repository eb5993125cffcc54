import type { Advertiser } from '@kinora/contract'
import { createAdvertiserBody } from '@kinora/contract/campaigns/advertisers'
import { useId } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { TextArea } from '../../../ui/text-area'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { useSaveAdvertiser } from '../queries'

interface AdvertiserFormProps {
  /** Advertiser to edit. Null for a new one. */
  readonly advertiser: Advertiser | null
  readonly onClose: () => void
  /** Called after creation, instead of `onClose`. */
  readonly onMade?: (advertiser: Advertiser) => void
}

export function AdvertiserForm({ advertiser, onClose, onMade }: AdvertiserFormProps) {
  const t = useText()
  const formId = useId()
  const save = useSaveAdvertiser(advertiser?.id ?? null)
  const { name = '', contactEmail = '', note = '' } = advertiser ?? {}
  const form = useSchemaForm(createAdvertiserBody, { name, contactEmail, note })
  const { value: noteText, inputRef: _, ...noteField } = useField(form, 'note')
  const action = advertiser === null ? 'create' : 'edit'
  const send = form.handleSubmit((body) =>
    save.mutate(body, {
      onSuccess: (saved) => {
        toast({ text: t(`campaigns:advertisers.done.${action}`, { name: saved.name }), tone: 'good' })
        if (onMade) onMade(saved)
        else onClose()
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['name', 'contactEmail', 'note']))
          save.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t(`campaigns:advertisers.form.${action}`)}
      dirty={form.formState.isDirty}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('campaigns:campaigns.cancel')}
      submit={{ form: formId, label: t(`campaigns:advertisers.submit.${action}`) }}
    >
      {advertiser === null && <p className="mb-4">{t('campaigns:advertisers.formAbout')}</p>}
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField {...useField(form, 'name')} autoFocus label={t('campaigns:advertisers.columns.name')} />
        <TextField
          {...useField(form, 'contactEmail')}
          ltr
          type="email"
          label={t('campaigns:advertisers.email')}
        />
        <TextArea
          {...noteField}
          ownWay
          optional
          rows={3}
          value={noteText ?? ''}
          label={t('campaigns:advertisers.note')}
        />
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}
