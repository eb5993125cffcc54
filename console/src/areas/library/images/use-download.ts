import type { Content, Thumbnail } from '@kinora/contract'
import { timecodeOf } from '@kinora/contract/timecode'
import { saveFile } from '../../../lib/browser/save-file'
import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'

/** Downloads a thumbnail, named after its video. */
export function useDownload({ title }: Content, thumbnail: Thumbnail): () => void {
  const t = useText()
  return () => {
    const failed = () => toast({ text: t('library:thumbnails.downloadFailed'), tone: 'bad' })
    fetch(thumbnail.url)
      .then(async (answer) =>
        answer.ok ? saveFile(fileNameOf(title, thumbnail), await answer.blob()) : failed(),
      )
      .catch(failed)
  }
}

function fileNameOf(title: string, { kind, time, fileName }: Thumbnail): string {
  const extension = kind === 'gif' ? 'gif' : 'jpg'
  if (fileName !== null) return `${fileName.replace(/\.[^.]*$/, '')}.${extension}`
  // Windows forbids colons in file names.
  return `${title} ${timecodeOf(time ?? 0).replaceAll(':', '.')}.${extension}`
}
