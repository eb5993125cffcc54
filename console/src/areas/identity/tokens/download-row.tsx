import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { saveFile } from '../../../lib/browser/save-file'
import { Button } from '../../../ui/button'

interface DownloadRowProps {
  readonly label: string
  readonly fileName: string
  readonly text: string
}

/** Saves the secret as a file, and shows the file's name. */
export function DownloadRow({ label, fileName, text }: DownloadRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button icon={<DownloadSimple size={16} />} onPress={() => saveFile(fileName, text)}>
        {label}
      </Button>
      <bdi className="min-w-0 text-12 text-ink-3 wrap-anywhere">{fileName}</bdi>
    </div>
  )
}
