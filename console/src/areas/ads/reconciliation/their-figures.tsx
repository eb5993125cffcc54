import { FileCsv } from '@phosphor-icons/react/dist/csr/FileCsv'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { FileDrop } from '../../../ui/file-drop'
import { TextArea } from '../../../ui/text-area'
import { FormProblem } from '../../identity'

interface TheirFiguresProps {
  readonly busy: boolean
  readonly error: Error | null
  readonly onCompare: (csv: string) => void
}

/** Form for the figures of the ad server: typed, pasted or from a file. */
export function TheirFigures({ busy, error, onCompare }: TheirFiguresProps) {
  const t = useText()
  const [text, setText] = useState('')
  const read = async (file: File) => setText(await file.text())
  return (
    <form
      className="flex max-w-[680px] flex-col gap-3 pt-8"
      onSubmit={(event) => {
        event.preventDefault()
        onCompare(text)
      }}
    >
      <TextArea
        label={t('ads:reconciliation.csv')}
        help={t('ads:reconciliation.csvHelp')}
        value={text}
        onChange={setText}
        rows={5}
      />
      <FileDrop
        choose={t('ads:reconciliation.file')}
        accept=".csv,.txt,text/csv,text/plain"
        onFile={(file) => void read(file)}
        thumbnail={<FileCsv size={24} aria-hidden className="text-ink-3" />}
        help={t('ads:reconciliation.fileHelp')}
      />
      <FormProblem error={error} />
      <div>
        <Button type="submit" busy={busy}>
          {t('ads:reconciliation.compare')}
        </Button>
      </div>
    </form>
  )
}
