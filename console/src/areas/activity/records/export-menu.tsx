import { type ExportFormat, exportFormats } from '@kinora/contract/activity/values'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import { exportRecords } from './records'

const route = getRouteApi('/$environmentId/events-logs')

/** Saves the filtered records as a file. */
export function ExportMenu({ tab }: { readonly tab: 'events' | 'logs' }) {
  const t = useText()
  const { environment } = useWorkspace()
  const search = route.useSearch()
  const saving = useMutation({
    mutationFn: (format: ExportFormat) => exportRecords(environment.id, tab, search, format),
    onError: useProblemToast(t('activity:records.exportFailed')),
  })
  return (
    <Menu
      label={t('activity:records.export')}
      trigger={
        <Button icon={<DownloadSimple size={16} />} busy={saving.isPending}>
          {t('activity:records.export')}
        </Button>
      }
    >
      {exportFormats.map((format) => (
        <MenuItem key={format} onAction={() => saving.mutate(format)}>
          {format.toUpperCase()}
        </MenuItem>
      ))}
    </Menu>
  )
}
