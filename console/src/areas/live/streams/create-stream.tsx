import { playbackPolicies } from '@kinora/contract/library/values'
import { createLivestreamBody } from '@kinora/contract/live/stream-fields'
import { latencyModes } from '@kinora/contract/live/values'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useId } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Checkbox } from '../../../ui/checkbox'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { FormProblem, useWorkspace } from '../../identity'
import { Cost, ProfileSelect } from '../../library'
import { useCreateStream } from '../queries'
import { SourceFields } from './source-fields'
import { StartTimeField } from './start-time-field'

const HOUR_MS = 3_600_000

/** Creates a live stream and opens its page. */
export function CreateStream({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const navigate = useNavigate()
  const { environment } = useWorkspace()
  const create = useCreateStream()
  const form = useSchemaForm(createLivestreamBody, {
    name: '',
    group: null,
    record: true,
    latencyMode: 'low',
    playbackPolicy: 'public',
    encodingProfileId: null,
    scheduledAt: null,
    source: { type: 'push' },
  })
  const group = useField(form, 'group')
  const record = useField(form, 'record')
  const { inputRef: _, ...latency } = useField(form, 'latencyMode')
  const { inputRef: __, ...policy } = useField(form, 'playbackPolicy')
  const profile = useField(form, 'encodingProfileId')
  const scheduled = useField(form, 'scheduledAt')
  const source = useField(form, 'source')
  const isPolicyChosen = form.formState.dirtyFields.playbackPolicy === true
  const send = form.handleSubmit(({ playbackPolicy, ...body }) =>
    create.mutate(isPolicyChosen ? { ...body, playbackPolicy } : body, {
      onSuccess: ({ id }) => {
        const params = { environmentId: environment.id, streamId: id }
        void navigate({ to: '/$environmentId/live-stream/$streamId', params })
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['name', 'group'])) create.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t('live:streams.new')}
      dirty={form.formState.isDirty}
      busy={create.isPending}
      onClose={onClose}
      cancel={t('live:streams.cancel')}
      submit={{ form: formId, label: t('live:streams.create.submit') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField {...useField(form, 'name')} autoFocus label={t('live:streams.name')} />
        <TextField
          {...group}
          optional
          maxLength={100}
          value={group.value ?? ''}
          onChange={(typed) => group.onChange(typed === '' ? null : typed)}
          label={t('live:streams.group')}
          help={t('live:streams.groupHelp')}
        />
        <SourceFields
          value={source.value ?? { type: 'push' }}
          onChange={source.onChange}
          errors={form.formState.errors}
        />
        <Select
          {...latency}
          label={t('live:streams.latency.label')}
          value={latency.value ?? null}
          help={latency.value && t(`live:streams.latency.${latency.value}Help`)}
          options={latencyModes.map((id) => ({ id, label: t(`live:streams.latency.${id}`) }))}
        />
        <Select
          {...policy}
          label={t('library:fields.playbackPolicy')}
          value={policy.value ?? null}
          help={policy.value && t(`library:policies.${policy.value}Help`)}
          options={playbackPolicies.map((id) => ({ id, label: t(`library:policies.${id}`) }))}
        />
        <Suspense>
          <ProfileSelect value={profile.value ?? null} onChange={(id) => profile.onChange(id)} />
        </Suspense>
        <StartTimeField
          value={scheduled.value ?? null}
          error={scheduled.error}
          onChange={scheduled.onChange}
        />
        <Checkbox checked={record.value ?? true} onChange={record.onChange}>
          {t('live:streams.record.label')}
        </Checkbox>
        <Suspense>
          <Cost
            per="hour"
            usage={{ 'live-streaming': HOUR_MS, 'live-recording': record.value === false ? 0 : HOUR_MS }}
          />
        </Suspense>
        <FormProblem error={create.error} />
      </form>
    </FormDialog>
  )
}
