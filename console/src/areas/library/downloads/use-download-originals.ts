import type { Content } from '@kinora/contract'
import { downloadLimits } from '@kinora/contract/library/values'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useDownloadArchive } from './queries'

/** Downloads the originals of several videos and their subtitles in one archive. */
export function useDownloadOriginals(): (chosen: readonly Content[]) => void {
  const t = useText()
  const format = useFormat()
  const { mutate, isPending } = useDownloadArchive()
  const onError = useProblemToast(t('library:download.failed'))
  return (chosen) => {
    if (isPending) return
    const ids = chosen.map(({ id }) => id)
    if (ids.length <= downloadLimits.maxContents) return mutate(ids, { onError })
    const max = format.number(downloadLimits.maxContents)
    toast({ text: t('library:download.tooMany', { max }), tone: 'bad' })
  }
}
