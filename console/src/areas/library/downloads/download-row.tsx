import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { FileLine } from './file-line'
import { useDownloadFile } from './queries'

interface DownloadRowProps {
  /** The video. */
  readonly id: string
  /** As `createDownload` calls it. */
  readonly file: string
  readonly name: string
  readonly note: ReactNode
}

/** A file with the button that takes it home. One that has to be made first says so meanwhile. */
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
