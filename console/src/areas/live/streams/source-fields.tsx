import type { LivestreamSource } from '@kinora/contract'
import { type SourceType, sourceTypes } from '@kinora/contract/live/values'
import { Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { VideoSelect } from '../../library'

interface SourceFieldsProps {
  readonly value: LivestreamSource
  readonly onChange: (source: LivestreamSource) => void
  /** Errors of the form. */
  readonly errors: object
}

const empty: Readonly<Record<SourceType, LivestreamSource>> = {
  push: { type: 'push' },
  pull: { type: 'pull', url: '' },
  file: { type: 'file', contentId: '' },
}

/** Fields for the source of a stream. */
export function SourceFields({ value, onChange, errors }: SourceFieldsProps) {
  const t = useText()
  const message = Object.entries(errors).find(([name]) => name.startsWith('source.'))?.[1]?.message
  const error = typeof message === 'string' ? messageText(t, message) : undefined
  return (
    <>
      <Select
        label={t('live:streams.source.label')}
        value={value.type}
        onChange={(type) => onChange(type === value.type ? value : empty[type])}
        help={t(`live:streams.source.${value.type}Help`)}
        options={sourceTypes.map((id) => ({ id, label: t(`live:streams.source.${id}`) }))}
      />
      {value.type === 'pull' && (
        <TextField
          label={t('live:streams.source.url')}
          value={value.url}
          onChange={(url) => onChange({ type: 'pull', url: url.trim() })}
          ltr
          error={error}
        />
      )}
      {value.type === 'file' && (
        <Suspense>
          <VideoSelect
            label={t('live:streams.source.video')}
            value={value.contentId}
            onChange={(contentId) => onChange({ type: 'file', contentId })}
            error={error}
          />
        </Suspense>
      )}
    </>
  )
}
