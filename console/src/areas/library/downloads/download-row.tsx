import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { FileLine } from './file-line'
import { useDownloadFile } from './queries'

interface DownloadRowProps {
  /** The video's id. */
  readonly id: string
  /** The name of the file in `createDownload`. */
  readonly file: string
  readonly name: string
  readonly note: ReactNode
}

/** A file with its download button. Some files are prepared first; the row shows that. */
export function DownloadRow({ id, file, name, note }: DownloadRowProps) {
  const t = useText()
  const { mutate, isPending } = useDownloadFile(id)
  const onError = useProblemToast(t('library:download.failed'))
  return (
    <FileLine name={name} note={isPending ? t('library:download.preparing') : note}>
      <Button
        size="small"
        busy={isPending}
        icon={<DownloadSimple size={16} aria-hidden />}
        onPress={() => mutate(file, { onError })}
      >
        {t('library:download.action')}
        <span className="sr-only"> {name}</span>
      </Button>
    </FileLine>
  )
}
