import type { Content } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Segmented } from '../../../ui/segmented'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { useWorkspace } from '../../identity'
import { subtitlesQuery } from '../subtitles/queries'
import { useLanguageNames } from '../subtitles/subtitle-languages'
import { PlayerOptions } from './player-options'
import type { EmbedForm } from './use-embed-form'

/** The id of "viewer's choice" among the languages, which have at least two letters. */
const NONE = '-'

/** Size and playback options. */
export function EmbedOptions({ content, form }: { readonly content: Content; readonly form: EmbedForm }) {
  const t = useText()
  const { typed, change } = form
  const captions = useCaptions(content)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Segmented
          label={t('library:share.size')}
          value={typed.kind}
          onChange={(kind) => change({ kind })}
          options={[
            { id: 'responsive', content: t('library:share.responsive') },
            { id: 'fixed', content: t('library:share.fixed') },
          ]}
        />
      </div>
      {typed.kind === 'fixed' && (
        <div className="grid grid-cols-2 items-start gap-3">
          <TextField
            ltr
            maxLength={4}
            label={t('library:thumbnails.width')}
            value={typed.width}
            error={form.widthError}
            onChange={(width) => change({ width })}
          />
          <TextField
            ltr
            maxLength={4}
            label={t('library:thumbnails.height')}
            value={typed.height}
            error={form.heightError}
            onChange={(height) => change({ height })}
          />
        </div>
      )}
      <PlayerOptions form={form} />
      <TextField
        ltr
        optional
        type="url"
        maxLength={500}
        placeholder="https://"
        label={t('library:share.logo')}
        help={t('library:share.logoHelp')}
        value={typed.logo}
        error={form.logoError}
        onChange={(logo) => change({ logo })}
      />
      {captions.length > 0 && (
        <Select
          label={t('library:share.captions')}
          options={[{ id: NONE, label: t('library:share.captionsNone') }, ...captions]}
          value={typed.captions || NONE}
          onChange={(id) => change({ captions: id === NONE ? '' : id })}
        />
      )}
    </div>
  )
}

/** Languages of the published subtitles. */
function useCaptions({ id }: Content): { id: string; label: string }[] {
  const { environment } = useWorkspace()
  const { nameOf } = useLanguageNames()
  const { data } = useQuery(subtitlesQuery(environment.id, id))
  const codes = (data?.items ?? []).flatMap(({ published }) => (published ? [published.languageCode] : []))
  return [...new Set(codes)].map((code) => ({ id: code, label: nameOf(code) }))
}
