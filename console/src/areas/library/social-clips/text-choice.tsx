import type { Content } from '@kinora/contract'
import { socialLimits } from '@kinora/contract/library'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { useHere } from '../../identity'
import { subtitlesQuery } from '../subtitles/queries'
import { useLanguageNames } from '../subtitles/subtitle-languages'
import { socialMeansQuery } from './queries'
import type { SocialWish } from './social-wish'

/** The id of "no captions" among the subtitles' ids. */
const NONE = '-'

interface TextChoiceProps {
  readonly content: Content
  readonly wish: SocialWish
  readonly onChange: (change: Partial<SocialWish>) => void
}

/** Captions and a headline; explains if the server cannot render text. */
export function TextChoice({ content, wish, onChange }: TextChoiceProps) {
  const t = useText()
  const { environment } = useHere()
  const { nameOf } = useLanguageNames()
  const means = useQuery(socialMeansQuery(environment.id))
  const { data, isError } = useQuery(subtitlesQuery(environment.id, content.id))
  if (means.data?.text === false) return <Banner tone="warn">{t('library:social.noText')}</Banner>
  const options = (data?.items ?? []).flatMap(({ id, draft, published }) => {
    const shown = draft ?? published
    if (shown === null || shown.cueCount === 0) return []
    const name = `${shown.name} (${nameOf(shown.languageCode)})`
    return [{ id, label: draft ? `${name}, ${t('library:social.draft')}` : name }]
  })
  return (
    <>
      <Select
        label={t('library:social.captions')}
        options={[{ id: NONE, label: t('library:social.none') }, ...options]}
        value={wish.captions ?? NONE}
        onChange={(id) => onChange({ captions: id === NONE ? null : id })}
        {...(isError
          ? { error: t('library:social.captionsFailed') }
          : data && options.length === 0 && { help: t('library:social.noCaptions') })}
      />
      <TextField
        optional
        maxLength={socialLimits.headline}
        label={t('library:social.headline')}
        help={t('library:social.headlineHelp')}
        value={wish.headline}
        onChange={(headline) => onChange({ headline })}
      />
    </>
  )
}
