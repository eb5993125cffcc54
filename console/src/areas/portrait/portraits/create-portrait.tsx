import { createPortraitBody } from '@kinora/contract/portrait/portraits'
import { type PortraitShape, portraitShapes } from '@kinora/contract/portrait/values'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { FormProblem } from '../../identity'
import { VideoSelect } from '../../library'
import { useCreatePortrait } from '../queries'

const shapeNames = { '9:16': 'tall', '4:5': 'upright', '1:1': 'square', '16:9': 'wide' } as const

/** Dialog that creates a portrait of a video and opens its page. */
export function CreatePortrait({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const navigate = useNavigate()
  const create = useCreatePortrait()
  const form = useSchemaForm(createPortraitBody, {
    name: '',
    contentId: '',
    shape: '9:16' as PortraitShape,
  })
  const video = useField(form, 'contentId')
  const shape = useField(form, 'shape')
  const send = form.handleSubmit((body) =>
    create.mutate(body, {
      onSuccess: ({ id, environmentId }) =>
        void navigate({
          to: '/$environmentId/portrait-pro/$portraitId',
          params: { environmentId, portraitId: id },
        }),
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['name', 'contentId'])) create.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t('portrait:list.new')}
      dirty={form.formState.isDirty}
      busy={create.isPending}
      onClose={onClose}
      cancel={t('portrait:form.cancel')}
      submit={{ form: formId, label: t('portrait:form.submit') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField {...useField(form, 'name')} autoFocus label={t('portrait:form.name')} />
        <VideoSelect
          label={t('portrait:form.video')}
          value={video.value ?? ''}
          error={video.error && t('messages.required')}
          onChange={video.onChange}
        />
        <Select
          label={t('portrait:form.shape')}
          value={shape.value ?? null}
          onChange={shape.onChange}
          options={portraitShapes.map((id) => ({ id, label: t(`portrait:shapes.${shapeNames[id]}`) }))}
        />
        <FormProblem error={create.error} />
      </form>
    </FormDialog>
  )
}
