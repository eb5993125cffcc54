import type { MonitorPoint } from '@kinora/contract'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { figureIds, figureText } from './figures'

/** A scrollable region takes focus, so that keys can scroll it (WCAG 2.1.1). */
const scrollPart = { role: 'group', tabIndex: 0 } as const

/** Table of the metrics, newest first. */
export function FigureTable({ points }: { readonly points: readonly MonitorPoint[] }) {
  const t = useText()
  const format = useFormat()
  return (
    <div {...scrollPart} className="mt-2 max-h-72 overflow-auto border-b border-rule-2">
      <table aria-label={t('live:monitoring.course')} className="w-full text-12 whitespace-nowrap">
        <thead>
          <tr className="text-ink-3 *:sticky *:top-0 *:bg-paper *:py-1.5 *:font-mid">
            <th scope="col" className="text-start">
              {t('ui:chart.time')}
            </th>
            {figureIds.map((id) => (
              <th key={id} scope="col" className="ps-4 text-right">
                {t(`live:monitoring.figures.${id}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.at} className="*:border-t *:border-rule *:py-1">
              <td className="tabular">{format.exactTime(point.at)}</td>
              {figureIds.map((id) => {
                const value = point[id]
                return (
                  <td key={id} className="tabular ps-4 text-right">
                    {value === null ? none : figureText(t, format, id, value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
