import type { Content } from '@kinora/contract'
import { socialLimits } from '@kinora/contract/library'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { useWorkspace } from '../../identity'
import { subtitlesQuery } from '../subtitles/queries'
import { useLanguageNames } from '../subtitles/subtitle-languages'
import { socialCapabilitiesQuery } from './queries'
import type { SocialClipDraft } from './social-clip-draft'

/** The id of "no captions" among the subtitles' ids. */
const NONE = '-'

interface TextChoiceProps {
  readonly content: Content
  readonly draft: SocialClipDraft
  readonly onChange: (change: Partial<SocialClipDraft>) => void
}

/** Captions and a headline; explains if the server cannot render text. */
export function TextChoice({ content, draft, onChange }: TextChoiceProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const { nameOf } = useLanguageNames()
  const capabilities = useQuery(socialCapabilitiesQuery(environment.id))
  const { data, isError } = useQuery(subtitlesQuery(environment.id, content.id))
  if (capabilities.data?.text === false) return <Banner tone="warn">{t('library:social.noText')}</Banner>
  const options = (data?.items ?? []).flatMap(({ id, draft: unpublished, published }) => {
    const shown = unpublished ?? published
    if (shown === null || shown.cueCount === 0) return []
    const name = `${shown.name} (${nameOf(shown.languageCode)})`
    return [{ id, label: unpublished ? `${name}, ${t('library:social.draft')}` : name }]
  })
  return (
    <>
      <Select
        label={t('library:social.captions')}
        options={[{ id: NONE, label: t('library:social.none') }, ...options]}
        value={draft.captions ?? NONE}
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
        value={draft.headline}
        onChange={(headline) => onChange({ headline })}
      />
    </>
  )
}
