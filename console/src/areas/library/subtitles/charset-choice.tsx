import { canonicalLanguage, type SubtitleCharset, subtitleCharsets } from '@kinora/contract/library'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { useWorkspace } from '../../identity'
import { previewQuery } from './queries'
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
  readonly contentId: string
  readonly file: File
  readonly languageCode: string
  readonly value: SubtitleCharset | undefined
  readonly onChange: (value: SubtitleCharset | undefined) => void
}

/** Selects the charset of a file and shows some of its text in it. */
export function CharsetChoice({ contentId, file, languageCode, value, onChange }: CharsetChoiceProps) {
  const t = useText()
  const labelId = useId()
  const { nameOf } = useLanguageNames()
  const { environment } = useWorkspace()
  const hints = {
    ...(value && { charset: value }),
    ...(languageCode !== '' && canonicalLanguage(languageCode) !== null && { languageCode }),
  }
  const { data: preview } = useQuery(previewQuery(environment.id, contentId, file, hints))
  const labelOf = (id: SubtitleCharset) => {
    const language = languageOf[id]
    return `${language === undefined ? 'Unicode' : nameOf(language)} (\u2066${id}\u2069)`
  }
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={t('library:subtitles.charset')}
        help={t('library:subtitles.charsetHelp')}
        options={[
          { id: 'found', label: t('library:subtitles.charsetFound') },
          ...subtitleCharsets.map((id) => ({ id, label: labelOf(id) })),
        ]}
        value={value ?? 'found'}
        onChange={(id) => onChange(id === 'found' ? undefined : id)}
      />
      {preview && (
        <figure aria-labelledby={labelId} className="flex flex-col gap-1">
          <figcaption id={labelId} className="text-12 text-ink-3">
            {t('library:subtitles.charsetPreview', { charset: labelOf(preview.charset) })}
          </figcaption>
          <p dir="auto" className="rounded-2 border border-rule px-3 py-2 whitespace-pre-line wrap-anywhere">
            {preview.lines.join('\n')}
          </p>
        </figure>
      )}
    </div>
  )
}
