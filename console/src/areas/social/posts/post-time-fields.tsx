import { useText } from '../../../lib/i18n'
import { zoneName } from '../../../lib/time/time-zone'
import { DateField } from '../../../ui/date-field'
import { Segmented } from '../../../ui/segmented'

export type When = 'now' | 'later'

interface PostTimeFieldsProps {
  readonly when: When
  /** Local, to the minute. */
  readonly time: string
  readonly error: string | undefined
  readonly onChange: (next: { readonly when?: When; readonly time?: string }) => void
}

/** Fields for the time of a post, in the time zone of the person. */
export function PostTimeFields({ when, time, error, onChange }: PostTimeFieldsProps) {
  const t = useText()
  return (
    <div className="flex flex-col items-start gap-3">
      <Segmented<When>
        label={t('social:posts.fields.when')}
        value={when}
        onChange={(chosen) => onChange({ when: chosen })}
        options={(['now', 'later'] as const).map((id) => ({ id, content: t(`social:posts.when.${id}`) }))}
      />
      {when === 'later' && (
        <DateField
          withTime
          label={t('social:posts.fields.time')}
          help={t('social:posts.fields.zone', { zone: zoneName() })}
          value={time}
          onChange={(typed) => onChange({ time: typed })}
          error={error}
        />
      )}
    </div>
  )
}
