import type { VideoImport } from '@kinora/contract'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../../lib/browser/save-file'
import { useLanguage, useText } from '../../../lib/i18n'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import { fetchReport, fetchTemplate } from './queries'

/** Downloads a template spreadsheet. */
export function useSaveTemplate() {
  const t = useText()
  const language = useLanguage()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: async () => saveFile('bulk-import.xlsx', await fetchTemplate(environment.id, language)),
    onError: useProblemToast(t('library:import.notSaved')),
  })
}

/** Downloads a report of all rows. */
export function useSaveReport({ id, fileName }: VideoImport) {
  const t = useText()
  const language = useLanguage()
  const { environment } = useWorkspace()
  const name = `${fileName.replace(/\.[^.]*$/, '')} report.xlsx`
  return useMutation({
    mutationFn: async () => saveFile(name, await fetchReport(environment.id, id, language)),
    onError: useProblemToast(t('library:import.notSaved')),
  })
}
