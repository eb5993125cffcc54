import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { Checkbox } from '../../../ui/checkbox'
import { TrackNameFields } from './track-name-fields'

export interface Described {
  readonly name: string
  readonly languageCode: string
  readonly closedCaptions: boolean
}

interface SubtitleFieldsProps {
  readonly value: Described
  readonly onChange: (value: Described) => void
  /** The contract's messages by field. */
  readonly errors: Partial<Record<string, string>>
}

/** Name, language and kind of a subtitle. */
export function SubtitleFields({ value, onChange, errors }: SubtitleFieldsProps) {
  const t = useText()
  return (
    <>
      <TrackNameFields
        value={value}
        errors={{
          name: errors.name && messageText(t, errors.name),
          languageCode: errors.languageCode && messageText(t, errors.languageCode),
        }}
        nameHelp={t('library:subtitles.nameHelp')}
        onChange={(words) => onChange({ ...value, ...words })}
      />
      <Checkbox checked={value.closedCaptions} onChange={(on) => onChange({ ...value, closedCaptions: on })}>
        {t('library:subtitles.captionsChoice')}
      </Checkbox>
    </>
  )
}
