import type { Content } from '@kinora/contract'
import { replaceByUploadBody, replaceByUrlBody, videoExtensions } from '@kinora/contract/library'
import { FileVideo } from '@phosphor-icons/react/dist/csr/FileVideo'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { FormDialog } from '../../../ui/form-dialog'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { emptySource, FileOrUrlField, faultOf } from '../parts/file-or-url'
import { useReplaceFile } from './queries'

interface ReplaceDialogProps {
  readonly content: Content
  readonly onClose: () => void
}

const accept = videoExtensions.map((ending) => `.${ending}`).join(',')

/** Selects the file that replaces the video's source. */
export function ReplaceDialog({ content, onClose }: ReplaceDialogProps) {
  const t = useText()
  const formId = useId()
  const replace = useReplaceFile(content.id)
  const [source, setSource] = useState(emptySource)
  const [tried, setTried] = useState(false)
  const { from, file, url } = source
  const given = from === 'url' ? url : file
  const wrong = faultOf(source, replaceByUrlBody, replaceByUploadBody)
  const error =
    wrong !== undefined && (tried || (from === 'file' && file)) ? messageText(t, wrong) : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (given === undefined || wrong !== undefined || replace.isPending) return
    replace.mutate(given, {
      onSuccess: () => {
        toast({ text: t('library:replacing.begun'), tone: 'good' })
        onClose()
      },
    })
  }
  return (
    <FormDialog
      title={t('library:replacing.question', { title: content.title })}
      dirty={source !== emptySource}
      busy={replace.isPending}
      onClose={onClose}
      cancel={t('library:actions.cancel')}
      submit={{ form: formId, label: t('library:replacing.submit') }}
    >
      <p className="mb-4">{t('library:replacing.about')}</p>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <FileOrUrlField
          value={source}
          onChange={(chosen) => {
            replace.reset()
            setTried(false)
            setSource(chosen)
          }}
          error={error}
          choose={t('library:replacing.chooseFile')}
          help={t('library:replacing.fileHelp')}
          accept={accept}
          thumbnail={<FileVideo size={28} className="shrink-0 text-ink-3" aria-hidden />}
        />
        <p className="text-12 text-ink-3">{t('library:replacing.subtitles')}</p>
        <FormProblem error={replace.error} />
      </form>
    </FormDialog>
  )
}
