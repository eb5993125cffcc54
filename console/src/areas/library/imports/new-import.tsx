import { importLimits, isSheetFileName, sheetFormats } from '@kinora/contract/library'
import { messages } from '@kinora/contract/messages.gen'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { FileXls } from '@phosphor-icons/react/dist/csr/FileXls'
import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { base64Of } from '../../../lib/browser/base64-of'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { Button } from '../../../ui/button'
import { FileDrop } from '../../../ui/file-drop'
import { Spinner } from '../../../ui/spinner'
import { useWorkspace } from '../../identity'
import { folderQuery } from '../queries'
import { useCreateImport } from './queries'
import { useSaveTemplate } from './use-saved-sheets'

const accept = sheetFormats.map((format) => `.${format}`).join(',')

/** The contract's error for the file; undefined if it is valid. */
function sheetErrorOf(file: File): string | undefined {
  if (!isSheetFileName(file.name)) return messages.sheet
  if (file.size === 0) return messages.sheetRequired
  return file.size > importLimits.fileBytes ? messages.sheetTooLarge : undefined
}

/** Uploads a spreadsheet and opens its columns. */
export function NewImport({ folderId }: { readonly folderId: string | undefined }) {
  const t = useText()
  const format = useFormat()
  const navigate = useNavigate()
  const { environment } = useWorkspace()
  const { mutateAsync, isPending } = useCreateImport()
  const template = useSaveTemplate()
  const [error, setError] = useState<string>()
  const take = async (file: File) => {
    const fileError = sheetErrorOf(file)
    setError(fileError && messageText(t, fileError))
    if (fileError !== undefined) return
    try {
      const sheet = await base64Of(file)
      const where = folderId === undefined ? {} : { assetCollectionUUID: folderId }
      const { id } = await mutateAsync({ fileName: file.name, file: sheet, ...where })
      const params = { environmentId: environment.id, importId: id }
      await navigate({ to: '/$environmentId/videos/import/$importId', params })
    } catch (reason) {
      setError(reason instanceof Problem ? problemText(t, reason) : t('problems.sheet-unreadable'))
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-2xl text-14 text-pretty text-ink-2">
        {t('library:import.about', { count: importLimits.rows })}
        {folderId !== undefined && <IntoFolder id={folderId} />}
      </p>
      <FileDrop
        choose={t('library:import.choose')}
        accept={accept}
        help={t('library:import.help', { size: format.bytes(importLimits.fileBytes) })}
        disabled={isPending}
        onFile={(file) => void take(file)}
        actions={
          <Button
            size="small"
            variant="quiet"
            icon={<DownloadSimple size={16} />}
            busy={template.isPending}
            onPress={() => template.mutate()}
          >
            {t('library:import.template')}
          </Button>
        }
        thumbnail={
          <span className="grid size-11 shrink-0 place-items-center rounded-3 bg-sunk text-ink-3">
            {isPending ? <Spinner /> : <FileXls size={20} aria-hidden />}
          </span>
        }
      />
      <p role="status" className="sr-only">
        {isPending && t('library:import.reading')}
      </p>
      {error !== undefined && (
        <p role="alert" className="flex items-start gap-1.5 text-13 text-bad">
          <WarningCircle size={16} className="mt-px shrink-0" aria-hidden />
          {error}
        </p>
      )}
    </div>
  )
}

function IntoFolder({ id }: { readonly id: string }) {
  const t = useText()
  const { environment } = useWorkspace()
  const { data } = useQuery(folderQuery(environment.id, id))
  return data && <> {t('library:import.into', { name: isolate(data.name) })}</>
}
