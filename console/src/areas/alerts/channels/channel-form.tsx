import type { AlertChannel } from '@kinora/contract'
import { type AlertChannelKind, alertChannelKinds } from '@kinora/contract/alerts/values'
import { type FormEvent, useId, useState } from 'react'
import { useLanguage, useText } from '../../../lib/i18n'
import { type Language, languages } from '../../../lib/languages'
import { FormDialog } from '../../../ui/form-dialog'
import { SecretDialog } from '../../../ui/secret-dialog'
import { SecretField } from '../../../ui/secret-field'
import { Select } from '../../../ui/select'
import { TagInput } from '../../../ui/tag-input'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { useCreateChannel, useUpdateChannel } from '../queries'
import { channelFaults, type TypedChannel, targetOf } from './channel-faults'
import { SmsFields } from './sms-fields'

interface ChannelFormProps {
  /** Null for a new channel. */
  readonly channel: AlertChannel | null
  readonly onClose: () => void
}

const languageIds = Object.keys(languages) as Language[]

/** Dialog that creates or changes a channel. The URL of a channel is secret, so it is only replaced, never shown. */
export function ChannelForm({ channel, onClose }: ChannelFormProps) {
  const t = useText()
  const formId = useId()
  const start = useStart(channel)
  const [typed, setTyped] = useState(start)
  const [tried, setTried] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const create = useCreateChannel()
  const update = useUpdateChannel(channel?.id ?? '')
  const saving = channel === null ? create : update
  const faults = tried ? channelFaults(t, typed, channel === null) : {}
  const change = (next: Partial<TypedChannel>) => {
    setTried(false)
    setTyped({ ...typed, ...next })
  }
  const saved = (made: string | null) => {
    toast({ text: t('alerts:channels.saved'), tone: 'good' })
    if (made === null) onClose()
    else setSecret(made)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(channelFaults(t, typed, channel === null)).length > 0) return
    const { name, kind, language } = typed
    const target = targetOf(typed)
    if (channel === null)
      create.mutate({ name, kind, language, ...target }, { onSuccess: (made) => saved(made.secret) })
    else update.mutate({ name, language, ...target }, { onSuccess: () => saved(null) })
  }
  if (secret !== null)
    return (
      <SecretDialog
        title={t('alerts:channels.secret')}
        about={typed.name}
        warning={t('alerts:channels.secretAbout')}
        onDone={onClose}
      >
        <SecretField secret label={t('alerts:channels.secret')} value={secret} />
      </SecretDialog>
    )
  return (
    <FormDialog
      title={t(channel === null ? 'alerts:channels.new' : 'alerts:channels.edit')}
      dirty={JSON.stringify(typed) !== JSON.stringify(start)}
      busy={saving.isPending}
      onClose={onClose}
      cancel={t('alerts:channels.cancel')}
      submit={{ form: formId, label: t('alerts:channels.save') }}
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-2">
        {channel === null && (
          <Select
            label={t('alerts:channels.kind')}
            value={typed.kind}
            onChange={(kind: AlertChannelKind) => change({ kind })}
            options={alertChannelKinds.map((id) => ({ id, label: t(`alerts:channelKinds.${id}`) }))}
          />
        )}
        <TextField
          autoFocus
          label={t('alerts:channels.name')}
          value={typed.name}
          onChange={(name) => change({ name })}
          error={faults.name}
        />
        {typed.kind === 'email' ? (
          <TagInput
            label={t('alerts:channels.recipients')}
            value={typed.recipients}
            onChange={(recipients) => change({ recipients })}
            help={t('alerts:channels.recipientsHelp')}
            error={faults.recipients}
          />
        ) : (
          <TextField
            label={t('alerts:channels.url')}
            type="url"
            ltr
            value={typed.url}
            onChange={(url) => change({ url })}
            help={
              channel === null ? t(`alerts:channels.urlHelp.${typed.kind}`) : t('alerts:channels.urlKept')
            }
            error={faults.url}
          />
        )}
        {typed.kind === 'sms' && (
          <SmsFields typed={typed} onChange={change} faults={faults} isNew={channel === null} />
        )}
        <Select
          label={t('alerts:channels.language')}
          value={typed.language}
          onChange={(language: Language) => change({ language })}
          options={languageIds.map((id) => ({ id, label: languages[id].name }))}
        />
        <FormProblem error={saving.error} />
      </form>
    </FormDialog>
  )
}

function useStart(channel: AlertChannel | null): TypedChannel {
  const language = useLanguage()
  const empty: Pick<TypedChannel, 'recipients' | 'url' | 'numbers' | 'contentType' | 'headers'> = {
    recipients: [],
    url: '',
    numbers: [],
    contentType: 'application/json',
    headers: '',
  }
  if (channel === null)
    return { ...empty, name: '', kind: 'email', language, body: '{"to": "{{to}}", "text": "{{text}}"}' }
  const { name, kind, target } = channel
  const list = target.split(', ')
  const own = kind === 'email' ? { recipients: list } : kind === 'sms' ? { numbers: list } : {}
  return { ...empty, ...own, name, kind, language: channel.language, body: '' }
}
