import type { Content } from '@kinora/contract'
import { FileText } from '@phosphor-icons/react/dist/csr/FileText'
import { type FormEvent, useId, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FileDrop } from '../../../ui/file-drop'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TextArea } from '../../../ui/text-area'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { offeredLengths } from '../lengths'
import { useImportBreaks } from '../queries'

interface ImportBreaksProps {
  readonly content: Content
  readonly onClose: () => void
}

/** Imports the ad breaks of a cue sheet, pasted or from a file. */
export function ImportBreaks({ content, onClose }: ImportBreaksProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const [text, setText] = useState('')
  const [length, setLength] = useState(30)
  const save = useImportBreaks(content.environmentId, content.id)
  const { error } = save
  // The detail has the number of the line.
  const fault = error instanceof Problem && error.id === 'cue-sheet-invalid' ? error.detail : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(
      { text, durationS: length },
      {
        onSuccess: ({ added }) => {
          toast({ text: t('ads:breaks.import.done', { count: added.length }), tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('ads:breaks.import.title')}
      dirty={text !== ''}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('ads:breaks.cancel')}
      submit={{ form: formId, label: t('ads:breaks.import.submit') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextArea
          autoFocus
          name="text"
          rows={6}
          label={t('ads:breaks.import.text')}
          help={t('ads:breaks.import.help')}
          value={text}
          onChange={setText}
          error={fault}
        />
        <FileDrop
          choose={t('ads:breaks.import.file')}
          accept=".csv,.txt,.edl,.xml,.vmap,text/csv,text/plain,text/xml,application/xml"
          onFile={(file) => void file.text().then(setText)}
          thumbnail={<FileText size={24} aria-hidden className="text-ink-3" />}
          help={t('ads:breaks.import.fileHelp')}
        />
        <Select
          label={t('ads:breaks.import.length')}
          value={String(length)}
          onChange={(id) => setLength(Number(id))}
          options={offeredLengths(format, length)}
        />
        <FormProblem error={fault === undefined ? error : null} />
      </form>
    </FormDialog>
  )
}
