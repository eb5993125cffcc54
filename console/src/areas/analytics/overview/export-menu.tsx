import { exportLimits, figureFormats } from '@kinora/contract/analytics/values'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { MenuSection } from '../../../ui/menu-section'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import { type ExportedTable, type ExportFormat, exportFigures, formatNames } from '../export-figures'
import { useOrderExport } from '../exports/queries'
import { isKnownBy } from '../filters'
import { totalsQuery } from '../queries'
import type { ShownRange } from '../ranges'
import { type FigureTab, isAboutViews, shownMetrics } from '../tabs'
import { useCounted } from '../use-counted'
import { useChangeView, useView } from '../view'

/** Exports the chart, its dimension values or the views. If there are too many views for a response, a job writes the file. */
export function ExportMenu({ tab }: { readonly tab: FigureTab }) {
  const t = useText()
  const format = useFormat()
  const change = useChangeView()
  const counted = useCounted()
  const navigate = useNavigate()
  const { can, environment } = useWorkspace()
  const { metric, split, compare, range, filters } = useView()
  const saving = useMutation({
    mutationFn: ({ table, format }: { table: ExportedTable; format: ExportFormat }) =>
      exportFigures(counted, { table, format, metric, split, compare }),
    onError: useProblemToast(t('analytics:exportFailed')),
  })
  const order = useOrderExport(counted)
  const notOrdered = useProblemToast(t('analytics:exportFailed'))
  const sayWhy = (error: unknown) => {
    if (error instanceof Problem && error.id === 'exports-under-way')
      toast({ text: t('analytics:exports.underWay'), tone: 'bad' })
    else notOrdered(error)
  }
  const totals = useQuery(totalsQuery(counted, shownMetrics(tab), compare))
  const views = totals.data?.items.find((item) => item.metric === 'views')?.total ?? 0
  const orderAll = (format: ExportFormat) =>
    order.mutate(format, { onSuccess: () => change({ open: 'exports' }), onError: sayWhy })
  const items = (table: ExportedTable) =>
    figureFormats.map((format) => (
      <MenuItem key={format} onAction={() => saving.mutate({ table, format })}>
        {formatNames[format]}
      </MenuItem>
    ))
  return (
    <Menu
      label={t('analytics:export')}
      trigger={
        <Button icon={<DownloadSimple size={16} />} busy={saving.isPending || order.isPending}>
          {t('analytics:export')}
        </Button>
      }
    >
      <MenuSection heading={t('analytics:exportChart')}>{items('series')}</MenuSection>
      {split !== undefined && isKnownBy(metric, split) && (
        <MenuSection heading={t(`analytics:dimensions.${split}`)}>{items('rows')}</MenuSection>
      )}
      {isAboutViews(tab) && <MenuSection heading={t('analytics:exportViews')}>{items('views')}</MenuSection>}
      {isAboutViews(tab) && views > exportLimits.atOnce && (
        <MenuSection heading={t('analytics:exports.all', { number: format.number(views) })}>
          {figureFormats.map((name) => (
            <MenuItem
              key={name}
              disabled={views > (name === 'xlsx' ? exportLimits.sheetRows : exportLimits.rows)}
              onAction={() => orderAll(name)}
            >
              {formatNames[name]}
            </MenuItem>
          ))}
        </MenuSection>
      )}
      <MenuSection label={t('analytics:exports.title')}>
        <MenuItem onAction={() => change({ open: 'exports' })}>{t('analytics:exports.open')}</MenuItem>
        {can(['Embed Reports', 'Embed', 'create']) && (
          <MenuItem
            onAction={() =>
              void navigate({
                to: '/$environmentId/embedded_reports/new',
                params: { environmentId: environment.id },
                search: { metric, split: split ?? '', range: presetOf(range.preset), where: filters },
              })
            }
          >
            {t('analytics:exports.embed')}
          </MenuItem>
        )}
      </MenuSection>
    </Menu>
  )
}

/** Empty for a range of its own. */
const presetOf = (preset: ShownRange['preset']) => (typeof preset === 'string' ? preset : '')
