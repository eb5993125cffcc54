import { createWebhookBody } from '@kinora/contract/activity/webhooks'
import { type EventType, eventTypes } from '@kinora/contract/vocabularies'
import { useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { Banner } from '../../../ui/banner'
import { Checkbox } from '../../../ui/checkbox'
import { TextField } from '../../../ui/text-field'

interface WebhookFormProps {
  readonly id: string
  readonly form: ReturnType<typeof useWebhookForm>
  readonly error: unknown
  readonly onType: () => void
  readonly onSubmit: (given: { url: string; eventTypes: EventType[] }) => void
}

export function useWebhookForm(url: string, types: readonly EventType[]) {
  return useSchemaForm(createWebhookBody, { url, eventTypes: [...types] })
}

/** The address and the event types of a webhook. */
export function WebhookForm({ id, form, error, onType, onSubmit }: WebhookFormProps) {
  const t = useText()
  const address = useField(form, 'url')
  const chosen = useField(form, 'eventTypes')
  const value: readonly EventType[] = chosen.value ?? []
  const isRefused = error instanceof Problem && error.id === 'url-not-allowed'
  const toggle = (type: EventType, on: boolean) =>
    chosen.onChange(eventTypes.filter((one) => (one === type ? on : value.includes(one))))
  return (
    <form
      id={id}
      noValidate
      onSubmit={form.handleSubmit(({ url: typed, eventTypes: some = [] }) =>
        onSubmit({ url: typed, eventTypes: some }),
      )}
      className="flex flex-col gap-4 pt-2"
    >
      <TextField
        {...address}
        ltr
        autoFocus
        type="url"
        label={t('activity:webhooks.url')}
        placeholder="https://example.com/hooks/kinora"
        error={address.error ?? (isRefused ? problemText(t, error) : undefined)}
        onChange={(typed) => {
          address.onChange(typed)
          onType()
        }}
      />
      <fieldset className="flex flex-col gap-3">
        <legend className="pb-2 text-13 font-mid text-ink">{t('activity:webhooks.events')}</legend>
        <Checkbox checked={value.length === 0} onChange={() => chosen.onChange([])}>
          {t('activity:webhooks.allEvents')}
        </Checkbox>
        <div className="grid gap-3 sm:grid-cols-2">
          {eventTypes.map((type) => (
            <Checkbox key={type} checked={value.includes(type)} onChange={(on) => toggle(type, on)}>
              <code className="ltr font-code text-12">{type}</code>
            </Checkbox>
          ))}
        </div>
      </fieldset>
      {error instanceof Problem && !isRefused && (
        <Banner tone="bad" live>
          {problemText(t, error)}
        </Banner>
      )}
    </form>
  )
}
