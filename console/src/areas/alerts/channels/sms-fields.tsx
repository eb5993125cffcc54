import { smsContentTypes } from '@kinora/contract/alerts/values'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { TagInput } from '../../../ui/tag-input'
import { TextArea } from '../../../ui/text-area'
import type { ChannelFaults, TypedChannel } from './channel-faults'

interface SmsFieldsProps {
  readonly typed: TypedChannel
  readonly onChange: (next: Partial<TypedChannel>) => void
  readonly faults: ChannelFaults
  readonly isNew: boolean
}

const formats = { 'application/json': 'json', 'application/x-www-form-urlencoded': 'form' } as const

/** The numbers of an SMS channel, and the request to its provider. */
export function SmsFields({ typed, onChange, faults, isNew }: SmsFieldsProps) {
  const t = useText()
  const placeholders = { to: '{{to}}', text: '{{text}}' }
  return (
    <>
      <TagInput
        label={t('alerts:channels.numbers')}
        value={typed.numbers}
        onChange={(numbers) => onChange({ numbers })}
        help={t('alerts:channels.numbersHelp')}
        error={faults.numbers}
      />
      <Select
        label={t('alerts:channels.contentType')}
        value={typed.contentType}
        onChange={(contentType: TypedChannel['contentType']) => onChange({ contentType })}
        options={smsContentTypes.map((id) => ({
          id,
          label: t(`alerts:channels.contentTypes.${formats[id]}`),
        }))}
      />
      <div dir="ltr" className="contents">
        <TextArea
          rows={3}
          label={t('alerts:channels.body')}
          value={typed.body}
          onChange={(body) => onChange({ body })}
          help={isNew ? t('alerts:channels.bodyHelp', placeholders) : t('alerts:channels.templateKept')}
          error={faults.template}
        />
        <TextArea
          rows={2}
          optional
          label={t('alerts:channels.headers')}
          value={typed.headers}
          onChange={(headers) => onChange({ headers })}
          help={t('alerts:channels.headersHelp')}
        />
      </div>
    </>
  )
}
