import { createWebhookBody } from '@kinora/contract/activity/webhooks'
import type { EventType } from '@kinora/contract/vocabularies'
import { useState } from 'react'
import { useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { isAddressRefused, Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { Banner } from '../../../ui/banner'
import { TextField } from '../../../ui/text-field'
import { EventChoice } from './event-choice'

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
  const isRefused = isAddressRefused(error)
  // Without types, a webhook gets all events.
  const [all, setAll] = useState(value.length === 0)
  const [kept, setKept] = useState<readonly EventType[]>([])
  const [isMissing, setIsMissing] = useState(false)
  return (
    <form
      id={id}
      noValidate
      onSubmit={form.handleSubmit(({ url: typed, eventTypes: some = [] }) => {
        if (all || some.length > 0) onSubmit({ url: typed, eventTypes: some })
        else setIsMissing(true)
      })}
      className="flex flex-col gap-4 pt-4"
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
      <EventChoice
        all={all}
        onAllChange={(on) => {
          setAll(on)
          setKept(value)
          chosen.onChange(on ? [] : [...kept])
          setIsMissing(false)
        }}
        value={value}
        onChange={(types) => {
          chosen.onChange(types)
          setIsMissing(false)
        }}
        error={isMissing ? t('activity:webhooks.noEvents') : undefined}
      />
      {error instanceof Problem && !isRefused && (
        <Banner tone="bad" live>
          {problemText(t, error)}
        </Banner>
      )}
    </form>
  )
}
