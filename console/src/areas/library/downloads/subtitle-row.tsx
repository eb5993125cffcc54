import { type Subtitle, subtitleFormats } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useDownloadSubtitle } from '../subtitles/queries'
import { FileLine } from './file-line'

/** The published subtitle, in either format. */
export function SubtitleRow({ subtitle }: { readonly subtitle: Subtitle }) {
  const t = useText()
  const { mutate, isPending, variables } = useDownloadSubtitle(subtitle.contentId)
  const onError = useProblemToast(t('library:subtitles.downloadFailed'))
  const { published } = subtitle
  if (published === null) return null
  const { name } = published
  return (
    <FileLine name={isolate(name)} note={t('library:download.subtitle')}>
      {subtitleFormats.map((format) => (
        <Button
          key={format}
          size="small"
          busy={isPending && variables.format === format}
          onPress={() => mutate({ subtitleId: subtitle.id, name, format, version: 'published' }, { onError })}
        >
          <bdi>.{format}</bdi>
          <span className="sr-only"> {name}</span>
        </Button>
      ))}
    </FileLine>
  )
}
