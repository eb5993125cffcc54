import { type Content, ORIGINAL } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import { codecName } from '../parts/media-names'
import { subtitlesQuery } from '../subtitles/queries'
import { DownloadRow } from './download-row'
import { useDownloadArchive } from './queries'
import { SubtitleRow } from './subtitle-row'

interface DownloadDialogProps {
  readonly content: Content
  readonly onClose: () => void
}

/** Lists all downloadable files of a video. */
export function DownloadDialog({ content, onClose }: DownloadDialogProps) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { data } = useQuery(subtitlesQuery(environment.id, content.id))
  const archive = useDownloadArchive()
  const onError = useProblemToast(t('library:download.failed'))
  const { source, renditions, title, isTest } = content
  const originalSize = isTest ? null : source.size
  const completed = renditions.filter(({ status }) => status === 'ready')
  const videos = completed.filter(({ type }) => type === 'video')
  const files = videos.length > 0 ? videos.toReversed() : completed.slice(0, 1)
  const published = data?.items.filter((subtitle) => subtitle.published !== null) ?? []
  return (
    <Dialog
      title={t('library:download.title', { title: isolate(title) })}
      isOpen
      onOpenChange={onClose}
      {...(published.length > 0 &&
        originalSize !== null && {
          foot: (
            <Button busy={archive.isPending} onPress={() => archive.mutate([content.id], { onError })}>
              {t('library:download.archive')}
            </Button>
          ),
        })}
    >
      <ul className="flex flex-col">
        {originalSize !== null && (
          <DownloadRow
            id={content.id}
            file={ORIGINAL}
            name={t('library:download.original')}
            note={
              <>
                {source.fileName !== null && <bdi className="wrap-anywhere">{source.fileName}</bdi>}
                <span>{format.bytes(originalSize)}</span>
              </>
            }
          />
        )}
        {files.map((rendition) => (
          <DownloadRow
            key={rendition.id}
            id={content.id}
            file={rendition.name}
            name={t('library:download.mp4', {
              name: rendition.type === 'audio' ? t('library:renditions.audio') : isolate(rendition.name),
            })}
            note={
              <>
                <bdi>{codecName(rendition.codec)}</bdi>
                {rendition.size !== null && <span>{format.bytes(rendition.size)}</span>}
              </>
            }
          />
        ))}
        {published.map((subtitle) => (
          <SubtitleRow key={subtitle.id} subtitle={subtitle} />
        ))}
      </ul>
      {originalSize === null && files.length === 0 && <p className="py-4">{t('library:download.none')}</p>}
    </Dialog>
  )
}
