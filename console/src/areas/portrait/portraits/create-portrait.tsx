import { portraitFields } from '@kinora/contract/portrait/portraits'
import { type PortraitShape, portraitShapes } from '@kinora/contract/portrait/values'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, Suspense, useId, useState } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Checkbox } from '../../../ui/checkbox'
import { FieldNote } from '../../../ui/field-note'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { FormProblem, useRights } from '../../identity'
import { Cost } from '../../library'
import { useCreatePortrait } from '../queries'
import { noSource, SourceField, sourceFault } from './source-field'

const shapeNames = { '9:16': 'tall', '4:5': 'upright', '1:1': 'square', '16:9': 'wide' } as const

/** Dialog that creates a portrait and opens its page. */
export function CreatePortrait({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const navigate = useNavigate()
  const videos = useRights('Videos', 'Video')
  const create = useCreatePortrait()
  const [source, setSource] = useState(noSource)
  const [tried, setTried] = useState(false)
  const form = useSchemaForm(portraitFields, {
    name: '',
    shape: '9:16' as PortraitShape,
    captions: false,
  })
  const shape = useField(form, 'shape')
  const captions = useField(form, 'captions')
  const fault = sourceFault(source)
  const send = form.handleSubmit((fields) => {
    if (fault !== undefined) return
    create.mutate(
      { fields, source },
      {
        onSuccess: ({ id, environmentId }) =>
          void navigate({
            to: '/$environmentId/portrait-pro/$portraitId',
            params: { environmentId, portraitId: id },
          }),
        onError: (error) => {
          if (error instanceof Problem && showFieldProblems(form, error, ['name'])) create.reset()
        },
      },
    )
  })
  const submit = (event: FormEvent) => {
    setTried(true)
    void send(event)
  }
  return (
    <FormDialog
      title={t('portrait:list.new')}
      dirty={form.formState.isDirty || source !== noSource}
      busy={create.isPending}
      onClose={onClose}
      cancel={t('portrait:form.cancel')}
      submit={{ form: formId, label: t('portrait:form.submit') }}
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-2">
        <TextField {...useField(form, 'name')} autoFocus label={t('portrait:form.name')} />
        <SourceField
          value={source}
          onChange={(chosen) => {
            setTried(false)
            setSource(chosen)
          }}
          fault={tried ? fault : undefined}
          mayAdd={videos.create}
        />
        <Select
          label={t('portrait:form.shape')}
          value={shape.value ?? null}
          onChange={shape.onChange}
          options={portraitShapes.map((id) => ({ id, label: t(`portrait:shapes.${shapeNames[id]}`) }))}
        />
        <div className="flex flex-col gap-1">
          <Checkbox checked={captions.value ?? false} onChange={captions.onChange}>
            {t('portrait:form.captions')}
          </Checkbox>
          {captions.value && <FieldNote help={t('portrait:form.captionsHelp')} />}
        </div>
        <Suspense>
          <Cost per="video-hour" usage={{ portrait: 3_600_000 }} />
        </Suspense>
        <FormProblem error={create.error} />
      </form>
    </FormDialog>
  )
}
