import type { CustomPlayback, Livestream } from '@kinora/contract'
import { createCustomPlaybackBody } from '@kinora/contract/live/custom-playbacks'
import { useId } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { useSaveCustomUrl } from '../queries'

interface CustomUrlFormProps {
  readonly stream: Livestream
  /** The custom URL to edit; null to create one. */
  readonly customUrl: CustomPlayback | null
  /** The custom URL whose fields fill the form: the edited or duplicated one. */
  readonly from: CustomPlayback | null
  readonly onClose: () => void
}

const labels = ['partner', 'genre', 'language', 'category'] as const

/** Creates, duplicates or edits a custom URL. */
export function CustomUrlForm({ stream, customUrl, from, onClose }: CustomUrlFormProps) {
  const t = useText()
  const formId = useId()
  const save = useSaveCustomUrl(stream, customUrl?.id ?? null)
  const isCopy = customUrl === null && from !== null
  const form = useSchemaForm(createCustomPlaybackBody, {
    name: isCopy ? t('live:customUrls.copyOf', { name: from.name }) : (from?.name ?? ''),
    partner: from?.partner ?? null,
    genre: from?.genre ?? null,
    language: from?.language ?? null,
    category: from?.category ?? null,
  })
  const fields = {
    partner: useField(form, 'partner'),
    genre: useField(form, 'genre'),
    language: useField(form, 'language'),
    category: useField(form, 'category'),
  }
  const action = customUrl === null ? 'create' : 'edit'
  const send = form.handleSubmit((body) =>
    save.mutate(body, {
      onSuccess: ({ name }) => {
        toast({ text: t(`live:customUrls.done.${action}`, { name }), tone: 'good' })
        onClose()
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['name', ...labels])) save.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t(`live:customUrls.form.${isCopy ? 'duplicate' : action}`)}
      dirty={form.formState.isDirty}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('live:streams.cancel')}
      submit={{ form: formId, label: t(`live:customUrls.submit.${action}`) }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField {...useField(form, 'name')} autoFocus label={t('live:customUrls.fields.name')} />
        <div className="grid gap-4 sm:grid-cols-2">
          {labels.map((name) => (
            <TextField
              {...fields[name]}
              key={name}
              optional
              maxLength={100}
              value={fields[name].value ?? ''}
              onChange={(typed) => fields[name].onChange(typed === '' ? null : typed)}
              label={t(`live:customUrls.fields.${name}`)}
            />
          ))}
        </div>
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}
