import type { AdChannel } from '@kinora/contract'
import { createAdChannelBody } from '@kinora/contract/ads/channels'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { TagInput } from '../../../ui/tag-input'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { useSaveChannel } from '../queries'
import { AdServerFields } from './ad-server-fields'
import { type ChannelFields, newChannel } from './channel-fields'
import { ContentField } from './content-field'
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

/** Dialog that creates an ad channel and opens its page, or edits a channel. */
export function ChannelForm({ channel, plays = { type: 'video', id: '' }, onClose }: ChannelFormProps) {
  const t = useText()
  const formId = useId()
  const navigate = useNavigate()
  const save = useSaveChannel(channel?.id ?? null)
  const form = useSchemaForm<ChannelFields>(
    createAdChannelBody,
    channel ?? { ...newChannel, streamId: plays.id },
  )
  const [type, setType] = useState(plays.type)
  const cpm = useField(form, 'cpm')
  const currency = useField(form, 'currency')
  const { inputRef: _, onBlur: _blur, name: _name, ...tags } = useField(form, 'tags')
  const action = channel === null ? 'create' : 'edit'
  const send = form.handleSubmit((body) =>
    save.mutate(body, {
      onSuccess: ({ id, environmentId, name }) => {
        toast({ text: t(`ads:channels.done.${action}`, { name }), tone: 'good' })
        if (channel !== null) return onClose()
        const params = { environmentId, channelId: id }
        void navigate({ to: '/$environmentId/ad_insertion/$channelId', params })
      },
      onError: (error) => {
        const fields = ['name', 'streamId', 'prerollAdTagUrl', 'midrollAdTagUrl', 'vmapUrl'] as const
        if (error instanceof Problem && showFieldProblems(form, error, fields)) save.reset()
      },
    }),
  )
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
        {channel === null && <ContentField form={form} type={type} onType={setType} />}
        <AdServerFields form={form} />
        <PlayerSettings form={form} />
        <RuleFields form={form} channel={channel} type={channel?.type ?? type} />
        <FillerFields form={form} channel={channel} type={channel?.type ?? type} />
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
