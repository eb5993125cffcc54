import { figureFormats } from '@kinora/contract/analytics/values'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { useMutation } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { MenuSection } from '../../../ui/menu-section'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { type ExportedTable, type ExportFormat, exportFigures } from '../export-figures'
import { isAboutViews } from '../tabs'
import { useCounted } from '../use-counted'
import { useView } from '../view'

const names = { csv: 'CSV', xlsx: 'XLSX', parquet: 'Parquet' } as const

/** Saves the chart, or the views behind it, as a file. */
export function ExportMenu() {
  const t = useText()
  const counted = useCounted()
  const { tab, metric, split, compare } = useView()
  const saving = useMutation({
    mutationFn: ({ table, format }: { table: ExportedTable; format: ExportFormat }) =>
      exportFigures(counted, { table, format, metric, split, compare }),
    onError: useProblemToast(t('analytics:exportFailed')),
  })
  const items = (table: ExportedTable) =>
    figureFormats.map((format) => (
      <MenuItem key={format} onAction={() => saving.mutate({ table, format })}>
        {names[format]}
      </MenuItem>
    ))
  return (
    <Menu
      label={t('analytics:export')}
      trigger={
        <Button icon={<DownloadSimple size={16} />} busy={saving.isPending}>
          {t('analytics:export')}
        </Button>
      }
    >
      <MenuSection heading={t('analytics:exportChart')}>{items('series')}</MenuSection>
      {isAboutViews(tab) && <MenuSection heading={t('analytics:exportViews')}>{items('views')}</MenuSection>}
    </Menu>
  )
}
