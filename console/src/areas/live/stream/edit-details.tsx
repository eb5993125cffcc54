import type { Livestream } from '@kinora/contract'
import { updateLivestreamBody } from '@kinora/contract/live/stream-fields'
import { adMarkerStyles, latencyModes } from '@kinora/contract/live/values'
import { Suspense } from 'react'
import { showFieldProblems, useEditForm, useField } from '../../../lib/form'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { LeaveGuard } from '../../../ui/leave-guard'
import { Select } from '../../../ui/select'
import { TagInput } from '../../../ui/tag-input'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { ProfileSelect } from '../../library'
import { useUpdateStream } from '../queries'
import { SourceFields } from '../streams/source-fields'
import { StartTimeField } from '../streams/start-time-field'
import { windowOptions } from './windows'

interface EditDetailsProps {
  readonly stream: Livestream
  readonly onDone: () => void
}

/** Edits the settings of a stream. Asks before unsaved changes are lost. */
export function EditDetails({ stream, onDone }: EditDetailsProps) {
  const t = useText()
  const format = useFormat()
  const update = useUpdateStream(stream.id)
  const { name, group, record, latencyMode, reconnectWindowS, dvrWindowS } = stream
  const { takeover, adMarkers, encodingProfileId, source, tags, scheduledAt } = stream
  const { form, changesIn } = useEditForm(updateLivestreamBody, {
    name,
    group,
    record,
    latencyMode,
    reconnectWindowS,
    dvrWindowS,
    takeover,
    adMarkers,
    encodingProfileId,
    source,
    tags,
    scheduledAt,
  })
  const nameField = useField(form, 'name')
  const groupField = useField(form, 'group')
  const recordField = useField(form, 'record')
  const takeoverField = useField(form, 'takeover')
  const { inputRef: _markers, ...markersField } = useField(form, 'adMarkers')
  const profileField = useField(form, 'encodingProfileId')
  const sourceField = useField(form, 'source')
  const { inputRef: _latency, ...latencyField } = useField(form, 'latencyMode')
  const { inputRef: _tags, onBlur: _blur, name: _name, ...tagsField } = useField(form, 'tags')
  const reconnectField = useField(form, 'reconnectWindowS')
  const dvrField = useField(form, 'dvrWindowS')
  const scheduledField = useField(form, 'scheduledAt')
  const { isDirty } = form.formState
  const send = form.handleSubmit((given) =>
    update.mutate(changesIn(given), {
      onSuccess: () => {
        toast({ text: t('live:stream.details.saved'), tone: 'good' })
        onDone()
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['name', 'group', 'tags']))
          update.reset()
      },
    }),
  )
  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-4 pt-4">
      <TextField {...nameField} autoFocus value={nameField.value ?? ''} label={t('live:streams.name')} />
      <TextField
        {...groupField}
        optional
        maxLength={100}
        value={groupField.value ?? ''}
        onChange={(typed) => groupField.onChange(typed === '' ? null : typed)}
        label={t('live:streams.group')}
        help={t('live:streams.groupHelp')}
      />
      <SourceFields
        value={sourceField.value ?? source}
        onChange={sourceField.onChange}
        errors={form.formState.errors}
      />
      <Select
        {...latencyField}
        label={t('live:streams.latency.label')}
        value={latencyField.value ?? null}
        help={latencyField.value && t(`live:streams.latency.${latencyField.value}Help`)}
        options={latencyModes.map((id) => ({ id, label: t(`live:streams.latency.${id}`) }))}
      />
      <Select
        label={t('live:stream.details.reconnect')}
        help={t('live:stream.details.reconnectHelp')}
        value={String(reconnectField.value ?? reconnectWindowS)}
        onChange={(id) => reconnectField.onChange(Number(id))}
        options={windowOptions(t, format, 'reconnect', reconnectWindowS)}
      />
      <Select
        label={t('live:stream.details.dvr')}
        help={t('live:stream.details.dvrHelp')}
        value={String(dvrField.value ?? dvrWindowS)}
        onChange={(id) => dvrField.onChange(Number(id))}
        options={windowOptions(t, format, 'dvr', dvrWindowS)}
      />
      <Select
        {...markersField}
        label={t('live:stream.details.markers.label')}
        value={markersField.value ?? null}
        help={t('live:stream.details.markers.help')}
        options={adMarkerStyles.map((id) => ({ id, label: t(`live:stream.details.markers.${id}`) }))}
      />
      <Suspense>
        <ProfileSelect value={profileField.value ?? null} onChange={(id) => profileField.onChange(id)} />
      </Suspense>
      <StartTimeField
        value={scheduledField.value ?? null}
        error={scheduledField.error}
        onChange={scheduledField.onChange}
      />
      <TagInput {...tagsField} optional value={tagsField.value ?? []} label={t('library:fields.tags')} />
      <Checkbox checked={recordField.value ?? record} onChange={recordField.onChange}>
        {t('live:streams.record.label')}
      </Checkbox>
      <Checkbox checked={takeoverField.value ?? takeover} onChange={takeoverField.onChange}>
        {t('live:stream.details.takeover')}
      </Checkbox>
      <p className="text-12 text-pretty text-ink-3">{t('live:stream.details.applies')}</p>
      <FormProblem error={update.error} />
      <div className="flex justify-end gap-2">
        <Button onPress={onDone}>{t('live:streams.cancel')}</Button>
        <Button type="submit" variant="primary" busy={update.isPending} disabled={!isDirty}>
          {t('live:stream.details.save')}
        </Button>
      </div>
      <LeaveGuard active={isDirty && !update.isSuccess} about={t('live:stream.details.leaveAbout')} />
    </form>
  )
}
