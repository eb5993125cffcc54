import { type SubtitleCharset, subtitleCharsets } from '@kinora/contract/library'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { useLanguageNames } from './subtitle-languages'

/** A language that uses the charset. */
const languageOf: Partial<Record<SubtitleCharset, string>> = {
  'windows-1252': 'fr',
  'windows-1256': 'ar',
  'windows-1250': 'pl',
  'windows-1251': 'ru',
  'windows-1253': 'el',
  'windows-1254': 'tr',
  'windows-1255': 'he',
  'iso-8859-2': 'pl',
  'iso-8859-5': 'ru',
  'iso-8859-6': 'ar',
  'iso-8859-7': 'el',
  'iso-8859-8': 'he',
  'koi8-r': 'ru',
  shift_jis: 'ja',
  'euc-jp': 'ja',
  'euc-kr': 'ko',
  big5: 'zh-Hant',
  gb18030: 'zh-Hans',
}

interface CharsetChoiceProps {
  readonly value: SubtitleCharset | undefined
  readonly onChange: (value: SubtitleCharset | undefined) => void
}

/** Selects the charset of a file that is too short to detect it. */
export function CharsetChoice({ value, onChange }: CharsetChoiceProps) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  const options = subtitleCharsets.map((id) => {
    const language = languageOf[id]
    return { id, label: `${language === undefined ? 'Unicode' : nameOf(language)} (\u2066${id}\u2069)` }
  })
  return (
    <Select
      label={t('library:subtitles.charset')}
      help={t('library:subtitles.charsetHelp')}
      options={[{ id: 'found', label: t('library:subtitles.charsetFound') }, ...options]}
      value={value ?? 'found'}
      onChange={(id) => onChange(id === 'found' ? undefined : id)}
    />
  )
}
