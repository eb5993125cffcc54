import type { Content } from '@kinora/contract'
import type { SubtitleCharset } from '@kinora/contract/library'
import { FileText } from '@phosphor-icons/react/dist/csr/FileText'
import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { base64Of } from '../../../lib/browser/base64-of'
import { useSchemaForm } from '../../../lib/form'
import { useFormat } from '../../../lib/format'
import { type Translate, useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { FileDrop } from '../../../ui/file-drop'
import { FormDialog } from '../../../ui/form-dialog'
import { toast } from '../../../ui/toast-store'
import { CharsetChoice } from './charset-choice'
import { useCreateSubtitle, useUploadSubtitle } from './queries'
import { type FileFault, faultOfMessage, faultsIn, fileErrorOf, subtitleFileTypes } from './read-file'
import { describedBody, SubtitleFields } from './subtitle-fields'

interface AddSubtitleProps {
  readonly content: Content
  readonly from: 'file' | 'nothing'
  readonly onClose: () => void
  readonly onAdded: (subtitleId: string) => void
}

/** Adds a subtitle from a file or an empty one. Lists the lines of the file that were skipped. */
export function AddSubtitle({ content, from, onClose, onAdded }: AddSubtitleProps) {
  const t = useText()
  const formId = useId()
  const upload = useUploadSubtitle(content.id)
  const create = useCreateSubtitle(content.id)
  const form = useSchemaForm(describedBody, { name: '', languageCode: '', closedCaptions: false })
  const languageCode = useWatch({ control: form.control, name: 'languageCode' })
  const [file, setFile] = useState<File>()
  const [charset, setCharset] = useState<SubtitleCharset>()
  const [leftOut, setLeftOut] = useState<readonly FileFault[]>()
  const wrong = from === 'file' && (form.formState.isSubmitted || file) ? fileErrorOf(file) : undefined
  const busy = upload.isPending || create.isPending
  const done = ({ id, faults }: { id: string; faults: readonly FileFault[] }) => {
    onAdded(id)
    if (faults.length > 0) return setLeftOut(faults)
    toast({ text: t('library:subtitles.added', { name: form.getValues('name') }), tone: 'good' })
    onClose()
  }
  const send = form.handleSubmit(async (described) => {
    if (from === 'nothing') return create.mutate(described, { onSuccess: done })
    if (file === undefined || fileErrorOf(file) !== undefined) return
    const bytes = await base64Of(file).catch(() => undefined)
    if (bytes === undefined) return setFile(undefined)
    const body = { ...described, fileName: file.name, file: bytes, ...(charset && { charset }) }
    upload.mutate(body, { onSuccess: done })
  })

  if (leftOut) {
    return (
      <Dialog
        title={t('library:subtitles.addedInPart', { count: leftOut.length })}
        isOpen
        onOpenChange={onClose}
        foot={
          <Button variant="primary" onPress={onClose}>
            {t('library:subtitles.done')}
          </Button>
        }
      >
        <p className="mb-3">{t('library:subtitles.addedInPartAbout')}</p>
        <FileFaults faults={leftOut} />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={t(`library:subtitles.addFrom.${from}`)}
      dirty={form.formState.isDirty || file !== undefined}
      busy={busy}
      onClose={onClose}
      cancel={t('library:actions.cancel')}
      submit={{ form: formId, label: t('library:subtitles.add') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        {from === 'file' && (
          <div className="flex flex-col gap-1.5">
            <FileDrop
              choose={t('library:subtitles.chooseFile')}
              accept={subtitleFileTypes}
              help={t('library:subtitles.fileHelp')}
              thumbnail={<FileText size={28} className="shrink-0 text-ink-3" aria-hidden />}
              actions={file && <bdi className="min-w-0 self-center wrap-anywhere text-ink">{file.name}</bdi>}
              onFile={(chosen) => {
                upload.reset()
                setFile(chosen)
              }}
            />
            {wrong !== undefined && (
              <p role="alert" className="flex items-start gap-1.5 text-12 text-bad">
                <WarningCircle size={14} className="mt-px shrink-0" aria-hidden />
                {errorText(t, wrong)}
              </p>
            )}
          </div>
        )}
        {file && wrong === undefined && (
          <CharsetChoice
            contentId={content.id}
            file={file}
            languageCode={languageCode}
            value={charset}
            onChange={setCharset}
          />
        )}
        <SubtitleFields form={form} />
        <Refused error={upload.error ?? create.error} />
      </form>
    </FormDialog>
  )
}

function Refused({ error }: { readonly error: unknown }) {
  const t = useText()
  if (!error) return null
  const faults = error instanceof Problem ? faultsIn(error) : []
  return (
    <>
      <Banner tone="bad" live>
        {error instanceof Problem ? problemText(t, error) : t('ui:brokenPage')}
      </Banner>
      {faults.length > 0 && <FileFaults faults={faults} />}
    </>
  )
}

function errorText(t: Translate, wrong: string): string {
  const fault = faultOfMessage(wrong)
  return fault === undefined ? messageText(t, wrong) : t(`subtitleFaults.${fault}`)
}

/** Errors of a subtitle file by line. */
function FileFaults({ faults }: { readonly faults: readonly FileFault[] }) {
  const t = useText()
  const format = useFormat()
  return (
    <ul className="divide-y divide-rule rounded-2 border border-rule">
      {faults.map(({ line, id }) => (
        <li key={`${line} ${id}`} className="flex gap-3 px-3 py-1.5">
          <span className="tabular shrink-0 text-ink-3">
            {t('library:subtitles.line', { line: format.number(line) })}
          </span>
          <span>{t(`subtitleFaults.${id}`)}</span>
        </li>
      ))}
    </ul>
  )
}
