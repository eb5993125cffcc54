import type { AdChannel } from '@kinora/contract'
import { createAdChannelBody } from '@kinora/contract/ads/channels'
import { adStreamTypes } from '@kinora/contract/ads/values'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useId, useState } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Checkbox } from '../../../ui/checkbox'
import { FormDialog } from '../../../ui/form-dialog'
import { Segmented } from '../../../ui/segmented'
import { Select } from '../../../ui/select'
import { TagInput } from '../../../ui/tag-input'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { VideoSelect } from '../../library'
import { StreamSelect } from '../../live'
import { offeredLengths } from '../lengths'
import { useSaveChannel } from '../queries'
import { CpmFields } from './cpm-fields'
import { FillerFields } from './filler-fields'
import { PlayerSettings } from './player-settings'
import { RuleFields } from './rule-fields'

interface ChannelFormProps {
  /** Channel to edit. Null for a new one. */
  readonly channel: AdChannel | null
  /** Content of a new channel. */
  readonly plays?: { readonly type: AdChannel['type']; readonly id: string }
  readonly onClose: () => void
}

const timeoutsMs = [300, 500, 1000, 1500, 2000, 3000]

/** Dialog that creates an ad channel and opens its page, or edits a channel. */
export function ChannelForm({ channel, plays = { type: 'video', id: '' }, onClose }: ChannelFormProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const navigate = useNavigate()
  const save = useSaveChannel(channel?.id ?? null)
  const form = useSchemaForm(createAdChannelBody, {
    name: channel?.name ?? '',
    streamId: channel?.streamId ?? plays.id,
    preroll: channel?.preroll ?? true,
    maxPrerollDurationS: channel?.maxPrerollDurationS ?? 30,
    prerollAdTagUrl: channel?.prerollAdTagUrl ?? null,
    midrollAdTagUrl: channel?.midrollAdTagUrl ?? null,
    adServerTimeoutMs: channel?.adServerTimeoutMs ?? 1500,
    allowSeekOverAds: channel?.allowSeekOverAds ?? false,
    tracking: channel?.tracking ?? 'server',
    houseAdUrls: channel?.houseAdUrls ?? [],
    openingBumperUrl: channel?.openingBumperUrl ?? null,
    closingBumperUrl: channel?.closingBumperUrl ?? null,
    slateUrl: channel?.slateUrl ?? null,
    vmapUrl: channel?.vmapUrl ?? null,
    frequencyCap: channel?.frequencyCap ?? null,
    campaigns: channel?.campaigns ?? 'rest',
    competitiveSeparation: channel?.competitiveSeparation ?? false,
    availSuppression: channel?.availSuppression ?? 'behind',
    availSuppressionS: channel?.availSuppressionS ?? 0,
    personalizationThresholdS: channel?.personalizationThresholdS ?? null,
    metadata: channel?.metadata ?? [],
    cpm: channel?.cpm ?? null,
    currency: channel?.currency ?? 'USD',
    tags: channel?.tags ?? [],
  })
  const [type, setType] = useState(plays.type)
  const stream = useField(form, 'streamId')
  const preroll = useField(form, 'preroll')
  const prerollTag = useField(form, 'prerollAdTagUrl')
  const midrollTag = useField(form, 'midrollAdTagUrl')
  const longest = useField(form, 'maxPrerollDurationS')
  const houseAds = useField(form, 'houseAdUrls')
  const fillers = {
    openingBumperUrl: useField(form, 'openingBumperUrl'),
    closingBumperUrl: useField(form, 'closingBumperUrl'),
    slateUrl: useField(form, 'slateUrl'),
  }
  const cpm = useField(form, 'cpm')
  const currency = useField(form, 'currency')
  const timeout = useField(form, 'adServerTimeoutMs')
  const allowSeek = useField(form, 'allowSeekOverAds')
  const tracking = useField(form, 'tracking')
  const { inputRef: _, onBlur: _blur, name: _name, ...tags } = useField(form, 'tags')
  const action = channel === null ? 'create' : 'edit'
  const send = form.handleSubmit((body) =>
    save.mutate(body, {
      onSuccess: ({ id, environmentId, name }) => {
        toast({ text: t(`ads:channels.done.${action}`, { name }), tone: 'good' })
        if (channel !== null) return onClose()
        const params = { environmentId, channelId: id }
        void navigate({ to: '/$environmentId/ad-insertion/$channelId', params })
      },
      onError: (error) => {
        const fields = ['name', 'streamId', 'prerollAdTagUrl', 'midrollAdTagUrl', 'vmapUrl'] as const
        if (error instanceof Problem && showFieldProblems(form, error, fields)) save.reset()
      },
    }),
  )
  const timeouts = [...new Set([...timeoutsMs, timeout.value ?? 1500])].toSorted((a, b) => a - b)
  const isOn = preroll.value ?? false
  const Picker = type === 'video' ? VideoSelect : StreamSelect
  return (
    <FormDialog
      title={t(`ads:channels.form.${action}`)}
      dirty={form.formState.isDirty}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('ads:channels.cancel')}
      submit={{ form: formId, label: t(`ads:channels.submit.${action}`) }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField {...useField(form, 'name')} autoFocus label={t('ads:channels.fields.name')} />
        {channel === null && (
          <>
            <div>
              <Segmented
                label={t('ads:channels.fields.type')}
                value={type}
                options={adStreamTypes.map((id) => ({ id, content: t(`ads:channels.types.${id}`) }))}
                onChange={(next) => {
                  setType(next)
                  stream.onChange('')
                }}
              />
            </div>
            <Suspense>
              <Picker
                label={t(`ads:channels.types.${type}`)}
                value={stream.value ?? ''}
                onChange={stream.onChange}
                error={stream.error}
              />
            </Suspense>
          </>
        )}
        <Checkbox checked={isOn} onChange={preroll.onChange}>
          {t('ads:channels.fields.preroll')}
        </Checkbox>
        {isOn && (
          <>
            <TextField
              {...prerollTag}
              ltr
              value={prerollTag.value ?? ''}
              onChange={(typed) => prerollTag.onChange(typed.trim() === '' ? null : typed.trim())}
              label={t('ads:channels.fields.prerollTag')}
              help={t('ads:channels.help.prerollTag')}
            />
            <Select
              label={t('ads:channels.fields.maxPreroll')}
              value={String(longest.value ?? 30)}
              onChange={(id) => longest.onChange(Number(id))}
              options={offeredLengths(format, longest.value ?? 30)}
            />
          </>
        )}
        <TextField
          {...midrollTag}
          ltr
          optional
          value={midrollTag.value ?? ''}
          onChange={(typed) => midrollTag.onChange(typed.trim() === '' ? null : typed.trim())}
          label={t('ads:channels.fields.midrollTag')}
          help={t('ads:channels.help.midrollTag')}
        />
        <Select
          label={t('ads:channels.fields.timeout')}
          value={String(timeout.value ?? 1500)}
          onChange={(id) => timeout.onChange(Number(id))}
          help={t('ads:channels.help.timeout')}
          options={timeouts.map((ms) => ({
            id: String(ms),
            label: t('ads:channels.milliseconds', { ms: format.number(ms) }),
          }))}
        />
        <PlayerSettings
          allowSeekOverAds={allowSeek.value ?? false}
          onAllowSeek={allowSeek.onChange}
          tracking={tracking.value ?? 'server'}
          onTracking={tracking.onChange}
        />
        <RuleFields form={form} channel={channel} type={channel?.type ?? type} />
        <FillerFields
          channel={channel}
          type={channel?.type ?? type}
          values={{
            openingBumperUrl: fillers.openingBumperUrl.value ?? null,
            closingBumperUrl: fillers.closingBumperUrl.value ?? null,
            slateUrl: fillers.slateUrl.value ?? null,
          }}
          errors={{
            houseAdUrls: houseAds.error,
            openingBumperUrl: fillers.openingBumperUrl.error,
            closingBumperUrl: fillers.closingBumperUrl.error,
            slateUrl: fillers.slateUrl.error,
          }}
          onHouseAds={houseAds.onChange}
          onChange={(field, url) => fillers[field].onChange(url)}
        />
        <CpmFields
          cpm={cpm.value ?? null}
          currency={currency.value ?? 'USD'}
          error={cpm.error}
          onCpm={cpm.onChange}
          onCurrency={currency.onChange}
        />
        <TagInput
          {...tags}
          optional
          value={tags.value ?? []}
          label={t('ads:channels.fields.tags')}
          help={t('ui:tagHelp')}
        />
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}
